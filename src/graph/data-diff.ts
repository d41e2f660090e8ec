import type { PreviewNode, PreviewOutcome } from '../contract/calls/preview.ts';

/** One version's run of a sample, by stable keys. */
export type Run = { outcome: PreviewOutcome; keys: ReadonlyMap<string, string> };

/** `index` in the sample; texts are the node's output. */
export type EventDiff = { index: number; before: readonly string[]; after: readonly string[] };

export type NodeFigures = Pick<PreviewNode, 'eventsIn' | 'eventsOut' | 'bytesOut' | 'errors'>;

/** Undefined where the node is missing or nothing reached it. */
export type NodeDataDiff = {
  key: string;
  before: NodeFigures | undefined;
  after: NodeFigures | undefined;
  events: readonly EventDiff[];
};

const FIGURES = ['eventsIn', 'eventsOut', 'bytesOut', 'errors'] as const;

const indexNodesByKey = ({ outcome, keys }: Run): ReadonlyMap<string, PreviewNode> =>
  new Map(Object.entries(outcome.nodes).map(([id, node]) => [keys.get(id) ?? id, node]));

/** By event index; an event may reach a node twice. */
function collectOutputs(node: PreviewNode | undefined): Map<number, string[]> {
  const texts = new Map<number, string[]>();
  for (const { index, after } of node?.results ?? [])
    texts.set(index, [...(texts.get(index) ?? []), ...after]);
  return texts;
}

const areTextsEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, index) => text === b[index]);

function diffEvents(before: PreviewNode | undefined, after: PreviewNode | undefined): EventDiff[] {
  const [was, is] = [collectOutputs(before), collectOutputs(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .toSorted((a, b) => a - b)
    .map((index) => ({ index, before: was.get(index) ?? [], after: is.get(index) ?? [] }))
    .filter((event) => !areTextsEqual(event.before, event.after));
}

const toFigures = (node: PreviewNode | undefined): NodeFigures | undefined =>
  node && {
    eventsIn: node.eventsIn,
    eventsOut: node.eventsOut,
    bytesOut: node.bytesOut,
    errors: node.errors,
  };

export function diffRuns(before: Run, after: Run): NodeDataDiff[] {
  const [was, is] = [indexNodesByKey(before), indexNodesByKey(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [first, second] = [was.get(key), is.get(key)];
    const events = diffEvents(first, second);
    const isSame = first && second && FIGURES.every((figure) => first[figure] === second[figure]);
    return isSame && events.length === 0
      ? []
      : [{ key, before: toFigures(first), after: toFigures(second), events }];
  });
}
