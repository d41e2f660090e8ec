import type { RequestedChangeKind } from './entities/changeset.ts';

const VERBS = [
  ['create', 'create'],
  ['update', 'change'],
  ['delete', 'delete'],
] as const satisfies readonly (readonly [RequestedChangeKind, string])[];

/** What a pull request does, as its title says it: `Create 'a', 'b'; delete 'c'`. */
export function describeRequested(
  pipelines: readonly { name: string; change: RequestedChangeKind }[],
): string {
  const parts = VERBS.flatMap(([kind, verb]) => {
    const names = pipelines.flatMap(({ name, change }) => (change === kind ? `'${name}'` : []));
    return names.length > 0 ? `${verb} ${names.join(', ')}` : [];
  });
  const text = parts.join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
