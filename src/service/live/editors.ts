export type Editor = { userId: string; name: string };

export type EditorsListener = (others: readonly Editor[]) => void;

export type Editors = {
  /**
   * Reports everyone else who edits the pipeline, now and at each change.
   * @param editor undefined for a mere viewer
   * @returns a function to leave
   */
  join(pipelineId: string, editor: Editor | undefined, listener: EditorsListener): () => void;
};

type Entry = { editor: Editor | undefined; listener: EditorsListener };

export function createEditors(): Editors {
  const entries = new Map<string, Set<Entry>>();
  const tell = (present: ReadonlySet<Entry>, entry: Entry) =>
    entry.listener([...present].flatMap((one) => (one !== entry && one.editor ? [one.editor] : [])));
  const tellOthers = (present: ReadonlySet<Entry>, changed: Entry) => {
    if (!changed.editor) return;
    for (const entry of present) if (entry !== changed) tell(present, entry);
  };
  return {
    join(pipelineId, editor, listener) {
      const present = entries.get(pipelineId) ?? new Set();
      const entry = { editor, listener };
      entries.set(pipelineId, present.add(entry));
      tell(present, entry);
      tellOthers(present, entry);
      return () => {
        if (!present.delete(entry)) return;
        if (present.size === 0) entries.delete(pipelineId);
        tellOthers(present, entry);
      };
    },
  };
}
