"""The conda recipe: rattler-build reads and renders it, and it says what the sources say."""

import pathlib
import re
import unittest

import rattler_build
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECIPE = ROOT / "recipe" / "recipe.yaml"


class Recipe(unittest.TestCase):
    def setUp(self):
        self.recipe = yaml.safe_load(RECIPE.read_text())
        self.cmake = (ROOT / "CMakeLists.txt").read_text()

    def rendered(self, platform):
        variants = rattler_build.VariantConfig.from_yaml("cxx_compiler: [gxx]\ncxx_compiler_version: ['12']\n"
                                                         "c_stdlib: [sysroot]\nc_stdlib_version: ['2.28']\n")
        there = rattler_build.RenderConfig(rattler_build.PlatformConfig(
            target_platform=platform, build_platform=platform, host_platform=platform))
        return rattler_build.Stage0Recipe.from_file(RECIPE).render(variants, there)

    def test_rattler_build_renders_it(self):
        for platform in ("linux-64", "linux-aarch64"):
            with self.subTest(platform):
                rendered = self.rendered(platform)
                self.assertEqual(len(rendered), 1)
                package = rendered[0].recipe.to_dict()
                self.assertEqual(package["package"]["name"], "concord")
                self.assertIn(f"gxx_{platform}", str(package["requirements"]["build"]))

    def test_rattler_build_rejects_what_is_none(self):
        with self.assertRaises(Exception):
            rattler_build.Stage0Recipe.from_yaml(RECIPE.read_text().replace("requirements:", "requirement:"))

    def test_it_has_the_version_of_the_sources(self):
        self.assertEqual(self.recipe["context"]["version"], re.search(r"project\(concord VERSION (\S+)", self.cmake)[1])

    def test_every_library_that_cmake_looks_for_is_required(self):
        looked_for = (ROOT / "cmake" / "concord_dependencies.cmake").read_text()
        wanted = {"hwy": "libhwy", "htslib": "htslib", "libpng": "libpng", "ZLIB": "zlib", "fmt": "fmt",
                  "nlohmann_json": "nlohmann_json", "CLI11": "cli11"}
        found = set(re.findall(r"(?:find_package|pkg_check_modules)\((\w+) REQUIRED", looked_for))
        # Those of the compiler, the build and the tests are not packages of the host.
        self.assertEqual(found - {"Threads", "PkgConfig", "GTest"}, set(wanted))
        host = {each.split()[0] for each in self.recipe["requirements"]["host"]}
        self.assertEqual(host, set(wanted.values()) | {"isa-l", "libdeflate"})  # these inflate where they are found

    def test_every_option_that_it_sets_is_there(self):
        options = "".join(path.read_text() for path in (ROOT / "cmake").glob("*.cmake"))
        set_here = re.findall(r"-D (CONCORD_\w+)=", str(self.recipe["build"]["script"]))
        self.assertGreater(len(set_here), 3)
        for name in set_here:
            self.assertRegex(options, rf"\b(?:option|set)\({name}\b")


if __name__ == "__main__":
    unittest.main()
