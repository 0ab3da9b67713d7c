"""What wend.h declares: functions with the types of their results and parameters, structs with their fields, and
constants. The header is written so that this much of C suffices."""
import re


def plain(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return re.sub(r"^\s*#.*$", "", text, flags=re.M)


def declarator(text):
    """'const double* x' as ('const double*', 'x')."""
    match = re.match(r"(.*?[\s*])(\w+)$", text.strip())
    return (re.sub(r"\s+", " ", match[1]).replace(" *", "*").strip(), match[2])


def parse(path):
    text = plain(open(path).read())
    functions, structs, constants = {}, {}, {}
    for match in re.finditer(r"WEND_API\s+([^;(]*?)(\w+)\(([^)]*)\);", text):
        parameters = [] if match[3].strip() == "void" else [declarator(p) for p in match[3].split(",")]
        functions[match[2]] = (re.sub(r"\s+", " ", match[1]).replace(" *", "*").strip(), parameters)
    for match in re.finditer(r"typedef struct (\w+) \{(.*?)\}", text, re.S):
        fields = []
        for line in match[2].split(";"):
            if not line.strip():
                continue
            first, *more = [part.strip() for part in line.split(",")]
            kind, name = declarator(first)
            fields += [(kind, name)] + [(kind, other) for other in more]
        structs[match[1]] = fields
    for match in re.finditer(r"typedef enum (\w+) \{(.*?)\}", text, re.S):
        for name, value in re.findall(r"(\w+)\s*=\s*(\d+)", match[2]):
            constants[name] = int(value)
    return functions, structs, constants
