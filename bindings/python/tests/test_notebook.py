"""The notebooks run from top to bottom, and what they show is there."""

import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_runs(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    # No outputs are kept in the repository: they would be out of date.
    assert all(not cell.get("outputs") for cell in notebook.cells)
    # The kernel of this interpreter, whichever kernels are installed beside it.
    client = NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(tmp_path)}})
    client.create_kernel_manager()
    client.km.kernel_spec.argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = [output for output in outputs if "image/png" in output.get("data", {})]
    texts = "".join(output.get("text", "") for output in outputs)
    assert len(pictures) == 3
    assert "score " in texts and "level:4 against greedy: +" in texts
