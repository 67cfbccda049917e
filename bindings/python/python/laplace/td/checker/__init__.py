"""The checker of the exercise sheet: ``python -m laplace.td check SOLUTION.py``.

====================  ==========================================================
``questions``         names, cases and judgement of the twelve questions
``inside``            what runs in the sandbox: parsing, loading, calling
``sandbox``           the process and its limits
``answers``           validates what comes out of that process
``files``             the files of students: which are solutions, their text
``check``             one solution: finding functions, trying them
``messages``          the texts, in English and French
``report``            text, table, JSON, JUnit
``command``           the command line
====================  ==========================================================

>>> report = check_source("def valeur(plateau):\\n    return sum(plateau)\\n", "example", Options(questions=("2.2",)))
>>> report.answers[0].status, report.right
('right', 1)
"""

from laplace.td.checker.check import Answered, Options, Report, check_files, check_source
from laplace.td.checker.questions import QUESTIONS, Finding, Question
from laplace.td.checker.sandbox import Limits, isolation

__all__ = [
    "QUESTIONS",
    "Answered",
    "Finding",
    "Limits",
    "Options",
    "Question",
    "Report",
    "check_files",
    "check_source",
    "isolation",
]
