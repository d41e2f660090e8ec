/** Only what charts use, so that the build omits Plot's other marks, transforms and maps. */
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
