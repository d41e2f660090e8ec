import {
  formatLabels,
  LABELS_MAX,
  type LabelChange,
  type Labels,
} from '../../contract/entities/fleet-labels.ts';

/** Sorted by key, so that equal labels are equal text. */
export const storeLabels = (labels: Labels): string =>
  JSON.stringify(Object.fromEntries(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1))));

export const parseLabels = (text: string): Labels => JSON.parse(text) as Labels;

/** Undefined when there would be too many. */
export function changeLabels(before: Labels, { labels, removed }: LabelChange): Labels | undefined {
  const kept = Object.entries(before).filter(([key]) => !removed.includes(key));
  const after = { ...Object.fromEntries(kept), ...labels };
  return Object.keys(after).length > LABELS_MAX ? undefined : after;
}

/** `Ada set environment=staging and took old away`. */
export function describeLabelChange(by: string, before: Labels, after: Labels): string {
  const set = Object.fromEntries(Object.entries(after).filter(([key, value]) => before[key] !== value));
  const gone = Object.keys(before).filter((key) => after[key] === undefined);
  const parts = [
    ...(Object.keys(set).length > 0 ? [`set ${formatLabels(set).join(', ')}`] : []),
    ...(gone.length > 0 ? [`took ${gone.join(', ')} away`] : []),
  ];
  return `${by} ${parts.join(' and ')}`;
}

export function readPair(pair: string): { key: string; value: string } {
  const at = pair.indexOf('=');
  return { key: pair.slice(0, at), value: pair.slice(at + 1) };
}
