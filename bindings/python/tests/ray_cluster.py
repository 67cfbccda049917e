"""A Ray cluster of two nodes, each with a raylet of its own, on this machine: a process that the tests start.

Prints the address; a line on standard input stops the second node at once, the end of the input stops everything.
"""

import os
import sys

# Ray has its workers wait for all other processes of a machine, which on a busy one would take forever.
os.environ["RAY_worker_niceness"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

from ray.cluster_utils import Cluster  # noqa: E402

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
try:
    node = cluster.add_node(num_cpus=1)
    print(f"address {cluster.address}", flush=True)
    if sys.stdin.readline():
        cluster.remove_node(node, allow_graceful=False)
        print("stopped", flush=True)
        sys.stdin.read()
finally:
    cluster.shutdown()
