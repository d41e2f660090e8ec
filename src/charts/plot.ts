/** What charts use of Plot, so that the build leaves out its other marks, transforms and maps. */
export {
  areaY,
  axisX,
  axisY,
  dot,
  gridY,
  lineY,
  plot,
  rect,
  ruleY,
  text,
} from '@observablehq/plot';
