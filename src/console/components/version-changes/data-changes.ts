import type { NodeType } from '../../../contract/enums.ts';
import type { EventDiff, NodeDataDiff, NodeFigures } from '../../../graph/data-diff.ts';
import { formatBytes, formatExact, formatPercent } from '../../lib/format.ts';
import type { Change, ChangeLine } from '../widgets/change-list/types.ts';
import { diffEventRows, type TextPart } from '../widgets/event-diff/event-rows.ts';

/** Events shown per node; the count covers the rest. */
const EVENTS_SHOWN = 5;
/** Fields shown per event. */
const FIELDS_SHOWN = 8;
const TEXT_SHOWN = 600;

type Named = { name: string; nodeType: NodeType };

const formatByteText = (count: number | undefined): string | undefined => {
  const figure = formatBytes(count);
  return figure && `${figure.value} ${figure.unit}`;
};

export const formatPercentText = (percent: number | null): string => {
  const figure = formatPercent(percent);
  return figure ? `${figure.value}${figure.unit}` : '—';
};

const cut = (text: string): string => (text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}…` : text);

const formatTexts = (texts: readonly string[]): string =>
  texts.length === 0 ? 'nothing left this node' : texts.map(cut).join('\n');

const formatSideParts = (parts: readonly TextPart[] | undefined): string | undefined =>
  parts && cut(parts.map(({ text }) => text).join(''));

/** Differing fields if one event left the node in both versions; else whole texts. */
function toEventLines({ index, before, after }: EventDiff): ChangeLine[] {
  const label = `Event ${index + 1}`;
  const [was, is] = [before[0], after[0]];
  const isOne = before.length === 1 && after.length === 1 && was !== undefined && is !== undefined;
  const rows = isOne ? diffEventRows(was, is) : [];
  const fields = rows.filter(({ kind, type }) => kind !== 'same' && type !== 'bracket');
  // Only the order of the fields differs.
  if (fields.length === 0) return [{ label, before: formatTexts(before), after: formatTexts(after) }];
  const more = fields.length - FIELDS_SHOWN;
  return [
    ...fields.slice(0, FIELDS_SHOWN).map((row) => ({
      label: row.path ? `${label}, ${row.path.join('.')}` : label,
      before: formatSideParts(row.before),
      after: formatSideParts(row.after),
    })),
    ...(more > 0
      ? [{ label: `${label}, and ${more} more fields`, before: undefined, after: undefined }]
      : []),
  ];
}

const toOneSideLine = ({ index, before, after }: EventDiff, isAdded: boolean): ChangeLine => ({
  label: `Event ${index + 1}`,
  before: isAdded ? undefined : formatTexts(before),
  after: isAdded ? formatTexts(after) : undefined,
});

function toFigureLines(before: NodeFigures | undefined, after: NodeFigures | undefined): ChangeLine[] {
  const line = (label: string, was: string | undefined, is: string | undefined): ChangeLine[] =>
    was === is ? [] : [{ label, before: was, after: is }];
  const count = (figures: NodeFigures | undefined, name: 'eventsOut' | 'errors') =>
    figures && formatExact(figures[name]);
  return [
    ...line('Events out', count(before, 'eventsOut'), count(after, 'eventsOut')),
    ...line('Bytes out', formatByteText(before?.bytesOut), formatByteText(after?.bytesOut)),
    ...line('Errors', count(before, 'errors'), count(after, 'errors')),
  ];
}

const KIND_ORDER: Record<NodeType, number> = { SINK: 0, TRANSFORM: 1, SOURCE: 2 };

/** Set when `events` is truncated. */
type ToldDiff = NodeDataDiff & { eventCount?: number };

/**
 * Destinations first.
 * @param nodes nodes of both versions by key
 */
export function toDataChanges(diffs: readonly ToldDiff[], nodes: Readonly<Record<string, Named>>): Change[] {
  const rankKind = ({ key }: { key: string }) => KIND_ORDER[nodes[key]?.nodeType ?? 'TRANSFORM'];
  return diffs
    .toSorted((a, b) => rankKind(a) - rankKind(b))
    .map(({ key, before, after, events, eventCount = events.length }) => {
      const more = eventCount - EVENTS_SHOWN;
      const count = eventCount === 1 ? '1 event differs' : `${formatExact(eventCount)} events differ`;
      return {
        key,
        kind: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
        title: nodes[key]?.name ?? key,
        note: more > 0 ? `${count}, ${EVENTS_SHOWN} shown` : count,
        lines: [
          ...toFigureLines(before, after),
          ...events
            .slice(0, EVENTS_SHOWN)
            .flatMap((event) =>
              before && after ? toEventLines(event) : toOneSideLine(event, before === undefined),
            ),
        ],
      };
    });
}
