import type { DraftChange } from '../../../contract/entities/changeset.ts';
import { describeRequested, REPOSITORY_NOUNS } from '../../../contract/requested-change.ts';
import { changeQuery, paths } from '../../lib/paths.ts';

const WORDS = { create: 'New', update: 'Changed', delete: 'Deleted' } as const;

/** `New source`. */
export const describeDraftChange = ({ kind, change }: DraftChange): string =>
  `${WORDS[change]} ${REPOSITORY_NOUNS[kind]}`;

export const editRefusal = ({ change, kind }: DraftChange): string | undefined => {
  if (change === 'delete') return 'A deletion has nothing to edit: drop it, and the rest goes on';
  return kind === 'LOOKUP' && change === 'create'
    ? 'A new lookup table is not stored yet: drop it, and upload it again'
    : undefined;
};

/** Where the draft's change opens. */
export function getDraftChangePath({ id, kind, change, templateId }: DraftChange): string {
  if (kind === 'PIPELINE')
    return change === 'create'
      ? paths.createPipeline() + changeQuery('', { collected: id })
      : paths.pipeline(id) + changeQuery('', { mode: 'edit' });
  if (kind === 'LOOKUP') return paths.files({ file: id });
  const isSource = kind === 'SOURCE';
  if (change === 'create')
    return (
      (isSource ? paths.sources() : paths.destinations()) +
      changeQuery('', { create: templateId, collected: id })
    );
  return isSource ? paths.source(id, { edit: '1' }) : paths.destinations({ destination: id });
}

/** `create source 'door'; change 'web'`. */
export const describeDraft = (changes: readonly DraftChange[]): string => {
  const named = changes.map(({ name, change, kind }) => ({
    name,
    change,
    kind: kind === 'PIPELINE' ? undefined : kind,
  }));
  const text = describeRequested(named);
  return text.charAt(0).toLowerCase() + text.slice(1);
};
