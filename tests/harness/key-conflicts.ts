import {
  comparePair,
  isBrowserKey,
  type KeyBinding,
  type KeyConflict,
  type LiveTogether,
  splitSequence,
} from '../../machines/key-sequence/index.ts';

const isSameScope: LiveTogether = (scope, other) => scope === other;

/** All conflicts of a registry's bindings. Also finds browser keys. */
export function findConflicts(
  bindings: readonly KeyBinding[],
  areTogether: LiveTogether = isSameScope,
): KeyConflict[] {
  const conflicts = bindings.flatMap((binding): KeyConflict[] =>
    splitSequence(binding.keys)
      .filter((key) => isBrowserKey(key) && !binding.isNative)
      .map((key) => ({
        kind: 'browser',
        commandIds: [binding.commandId],
        message: `'${key}' belongs to the browser`,
      })),
  );
  for (const [index, binding] of bindings.entries()) {
    for (const other of bindings.slice(index + 1)) {
      const conflict = comparePair(binding, other, areTogether);
      if (conflict) conflicts.push(conflict);
    }
  }
  return conflicts;
}
