/** A transform of a starting point; its configuration is checked by the component's schema. */
export type StartingStep = {
  name: string;
  description: string;
  templateId: string;
  config: Readonly<Record<string, unknown>>;
};

/** Transforms, one after the other, that suit one kind of data. */
export type StartingPoint = {
  id: string;
  title: string;
  /** What it does to the data, in one or two sentences. */
  summary: string;
  /** Types of sources whose events look like the sample. */
  sourceKinds: readonly string[];
  transforms: readonly StartingStep[];
  /** Events as such a source takes them in. */
  sample: readonly string[];
};
