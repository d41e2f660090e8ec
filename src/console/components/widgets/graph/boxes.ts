import type { GraphMeasures } from './layout/measures.ts';
import { buildCellKey } from './plane.ts';
import type { GraphLayout, GraphNodeView, Point } from './types.ts';

/** Look of a node when zoomed out. */
export type Tone = 'near' | 'plain' | 'quiet' | 'disabled' | 'path' | 'warn' | 'err' | 'selected' | 'found';

type Marks = {
  selected: ReadonlySet<string>;
  matched: ReadonlySet<string> | undefined;
  steps: ReadonlyMap<string, number>;
};

export function getNodeTone(node: GraphNodeView, { selected, matched, steps }: Marks): Tone {
  if (matched?.has(node.id)) return 'found';
  if (node.errors?.level === 'err') return 'err';
  if (node.errors || node.problem) return 'warn';
  if (selected.has(node.id)) return 'selected';
  if (matched) return 'quiet';
  if (steps.has(node.id)) return 'path';
  return node.disabled ? 'disabled' : 'plain';
}

const RADIUS = 8;
const SIGN = 16;

function buildBoxPath({ x, y }: Point, { width, height }: GraphMeasures): string {
  const corner = (toX: number, toY: number) => `a${RADIUS} ${RADIUS} 0 0 1 ${toX} ${toY}`;
  const [across, down] = [width - 2 * RADIUS, height - 2 * RADIUS];
  return (
    `M${x + RADIUS} ${y}h${across}${corner(RADIUS, RADIUS)}v${down}${corner(-RADIUS, RADIUS)}` +
    `h${-across}${corner(-RADIUS, -RADIUS)}v${-down}${corner(RADIUS, -RADIUS)}z`
  );
}

/** Same shapes as the status marks. */
function signPath(tone: Tone, { x, y }: Point): string {
  if (tone === 'warn') return `M${x} ${y - SIGN}l${SIGN} ${2 * SIGN}h${-2 * SIGN}z`;
  if (tone === 'err') {
    const [side, slope] = [SIGN * 0.83, SIGN * 0.585];
    return (
      `M${x - side / 2} ${y - SIGN}h${side}l${slope} ${slope}v${side}l${-slope} ${slope}h${-side}` +
      `l${-slope} ${-slope}v${-side}z`
    );
  }
  if (tone === 'found')
    return `M${x - SIGN} ${y}a${SIGN} ${SIGN} 0 1 0 ${2 * SIGN} 0a${SIGN} ${SIGN} 0 1 0 ${-2 * SIGN} 0z`;
  return tone === 'selected' ? `M${x - SIGN} ${y}l${SIGN * 0.7} ${SIGN * 0.7}l${SIGN} ${-1.4 * SIGN}` : '';
}

export type DrawnBoxes = { key: string; tone: Tone; d: string; sign: string };

/** Few paths: one per tone and tile. */
export function drawBoxes(
  nodes: readonly GraphNodeView[],
  layout: GraphLayout,
  measures: GraphMeasures,
  toneFor: (node: GraphNodeView) => Tone,
): DrawnBoxes[] {
  const drawn = new Map<string, DrawnBoxes>();
  for (const node of nodes) {
    const at = layout.nodes[node.id];
    if (!at) continue;
    const tone = toneFor(node);
    const key = `${tone} ${buildCellKey(at)}`;
    const one = drawn.get(key) ?? { key, tone, d: '', sign: '' };
    one.d += buildBoxPath(at, measures);
    one.sign += signPath(tone, { x: at.x + measures.width / 2, y: at.y + measures.height / 2 });
    drawn.set(key, one);
  }
  return [...drawn.values()];
}

export function findNodeAtPoint(
  { nodes }: GraphLayout,
  { width, height }: GraphMeasures,
  { x, y }: Point,
): string | undefined {
  for (const [id, at] of Object.entries(nodes))
    if (x >= at.x && x <= at.x + width && y >= at.y && y <= at.y + height) return id;
  return undefined;
}
