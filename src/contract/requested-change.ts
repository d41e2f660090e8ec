import type { RequestedChangeKind, RequestedKind } from './entities/changeset.ts';

const VERBS = [
  ['create', 'create'],
  ['update', 'change'],
  ['delete', 'delete'],
] as const satisfies readonly (readonly [RequestedChangeKind, string])[];

export const REPOSITORY_NOUNS = {
  PIPELINE: 'pipeline',
  SOURCE: 'source',
  SINK: 'destination',
  LOOKUP: 'lookup table',
} as const;

/** Title of a pull request: `Create 'a', source 'b'; delete 'c'`. */
export function describeRequested(
  changed: readonly { name: string; change: RequestedChangeKind; kind?: RequestedKind | undefined }[],
): string {
  const parts = VERBS.flatMap(([kind, verb]) => {
    const names = changed.flatMap(({ name, change, kind: of }) =>
      change === kind ? `${of ? `${REPOSITORY_NOUNS[of]} ` : ''}'${name}'` : [],
    );
    return names.length > 0 ? `${verb} ${names.join(', ')}` : [];
  });
  const text = parts.join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
