import type { Template } from '../../../../contract/entities/template.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { toVersionChanges } from '../../../components/version-changes/changes.ts';
import { mergeDrafts } from '../../../components/version-changes/union-draft.ts';
import type { Change, ChangeLine } from '../../../components/widgets/change-list/types.ts';

/** Changes of each side since the common version. */
export type ConflictChanges = { theirs: Change[]; mine: Change[] };

function listDetailLines(before: Draft, after: Draft): ChangeLine[] {
  const line = (label: string, was: string, is: string): ChangeLine[] =>
    was === is ? [] : [{ label, before: was || undefined, after: is || undefined }];
  return [
    ...line('Name', before.name, after.name),
    ...line('Description', before.description, after.description),
  ];
}

function listChangesSince(base: Draft, after: Draft, templates: readonly Template[]): Change[] {
  const { diff, draft } = mergeDrafts(base, after);
  const lines = listDetailLines(base, after);
  const details: Change[] =
    lines.length > 0
      ? [{ key: 'details', kind: 'changed', title: 'Name and description', note: 'pipeline', lines }]
      : [];
  return [...details, ...toVersionChanges(diff, draft.nodes, templates)];
}

const addWarnings = (changes: readonly Change[], others: readonly Change[], warning: string): Change[] =>
  changes.map((change) => (others.some(({ key }) => key === change.key) ? { ...change, warning } : change));

export function listConflictChanges(
  base: Draft,
  theirs: Draft,
  mine: Draft,
  templates: readonly Template[],
): ConflictChanges {
  const [other, own] = [listChangesSince(base, theirs, templates), listChangesSince(base, mine, templates)];
  return {
    theirs: addWarnings(other, own, 'You changed it too'),
    mine: addWarnings(own, other, 'They changed it too'),
  };
}
