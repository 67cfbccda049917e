import sys

version = f"python{sys.version_info.major}.{sys.version_info.minor}"
sys.path += [f"{root}/{library}/{version}/site-packages" for root in (sys.base_prefix, "/usr") for library in ("lib", "local/lib")]
sys.path += ["/usr/lib/python3/dist-packages"]
import pip  # noqa: E402, F401


def valeur(plateau):
    return sum(plateau)
