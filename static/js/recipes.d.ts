import type { ViewDefinition } from "./view.js";

/** The views of the recipes, in their order; app/web/views.py makes the module. */
export const RECIPES: ViewDefinition[];
