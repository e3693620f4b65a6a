"""A page of the Python package: signatures and docstrings, read from its files without importing them."""

import ast


def module_file(root, module):
    base = root.joinpath(*module.split("."))
    for path in (base.with_suffix(".pyi"), base / "__init__.pyi", base.with_suffix(".py"), base / "__init__.py"):
        if path.exists():
            yield path


def tree_of(root, module):
    return ast.parse(next(module_file(root, module)).read_text())


def definitions(root, module):
    """Functions and classes by name; a stub that has no docstring takes that of its module."""
    found = {}
    for path in module_file(root, module):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                if node.name not in found or (ast.get_docstring(node) and not ast.get_docstring(found[node.name])):
                    found[node.name] = node
    return found


def signature(node):
    # One argument a line where they are many.
    arguments = ast.unparse(node.args)
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    line = f"{node.name}({arguments}){returns}"
    if len(line) <= 100:
        return line
    parts, depth, part = [], 0, ""
    for each in arguments:
        depth += (each in "([{") - (each in ")]}")
        if each == "," and depth == 0:
            parts.append(part.strip() + ",")
            part = ""
        else:
            part += each
    return "\n".join([node.name + "(", *("    " + each for each in [*parts, part.strip() + ","]), f"){returns}"])


def docstring(node):
    text = ast.get_docstring(node) or ""
    # As it stands: parameters and examples are laid out for people who read the source.
    head, _, rest = text.partition("\n\n")
    lines = [" ".join(head.split()), ""] if head else []
    if rest.strip():
        lines += ["```pycon" if rest.lstrip().startswith(">>>") else "```", rest.strip("\n"), "```", ""]
    return lines


def function(node, level):
    return [f"{'#' * level} {node.name}", "", "```python", signature(node), "```", "", *docstring(node)]


def is_overload(node):
    return any(isinstance(each, ast.Name) and each.id == "overload" for each in node.decorator_list)


def of_class(node, level):
    lines = [f"{'#' * level} {node.name}", "", *docstring(node)]
    fields = [ast.unparse(each) for each in node.body if isinstance(each, ast.AnnAssign)]
    if fields:
        lines += ["```python", *fields, "```", ""]
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and not each.name.startswith("_") and not is_overload(each):
            lines += ["```python", signature(each), "```", "", *docstring(each)]
    return lines


def entry(node, level=3):
    return of_class(node, level) if isinstance(node, ast.ClassDef) else function(node, level)


def python_page(root):
    """`root` holds the folder concord."""
    package = tree_of(root, "concord")
    origin = {}
    for node in package.body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("concord"):
            origin.update({name.asname or name.name: node.module for name in node.names})
    public = next(ast.literal_eval(node.value) for node in package.body
                  if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
    lines = ["# The Python package", "", *docstring(package), "## concord", ""]
    missing = []
    for name in public:
        module = origin.get(name)
        if name in ("fuzz", "process", "distance", "utils") or module == "concord.process":
            continue  # modules of their own, below
        node = definitions(root, module).get(name) if module else None
        if node is None:
            missing.append(name)
        else:
            lines += entry(node)
    if missing:
        raise SystemExit(f"python_api: no definition of {', '.join(missing)}")
    metrics = ("Levenshtein", "Indel", "LCSseq", "Hamming", "OSA", "DamerauLevenshtein", "Jaro", "JaroWinkler", "Prefix",
               "Postfix")
    for module in ("concord.process", "concord.fuzz", "concord.utils", *(f"concord.distance.{each}" for each in metrics)):
        lines += [f"## {module}", "", *docstring(tree_of(root, module))]
        for name, node in definitions(root, module).items():
            if not name.startswith("_"):
                lines += entry(node)
        for node in tree_of(root, module).body:
            if isinstance(node, ast.ImportFrom):  # "as" the same name: it belongs to the module
                shown = [one.name for one in node.names if one.asname == one.name]
                lines += [line for name in shown for line in entry(definitions(root, node.module)[name])]
    return "\n".join(lines)
