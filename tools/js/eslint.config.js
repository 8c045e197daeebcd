import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "default-case-last": "error",
      eqeqeq: "error",
      "no-array-constructor": "error",
      "no-console": ["error", { allow: ["error"] }],
      "no-constructor-return": "error",
      "no-duplicate-imports": "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-lone-blocks": "error",
      "no-new-wrappers": "error",
      "no-promise-executor-return": "error",
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "Templates of dom.js escape; innerHTML does not." },
        { property: "outerHTML", message: "Templates of dom.js escape; outerHTML does not." },
      ],
      "no-self-compare": "error",
      "no-template-curly-in-string": "error",
      "no-throw-literal": "error",
      "no-unmodified-loop-condition": "error",
      "no-unused-expressions": ["error", { allowShortCircuit: true }],
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", caughtErrors: "all" }],
      "no-useless-rename": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": ["error", { ignoreReadBeforeAssign: true }],
      "prefer-promise-reject-errors": "error",
      "prefer-template": "error",
      yoda: "error",
    },
  },
  {
    files: ["**/theme_boot.js"],
    languageOptions: { sourceType: "script" },
  },
  { files: ["tests/js/**"], languageOptions: { globals: globals.nodeBuiltin } },
];
