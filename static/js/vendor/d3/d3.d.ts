import "d3-transition";

export { easeCubicInOut } from "d3-ease";
export { select } from "d3-selection";
