/** A transform; the component's schema checks its configuration. */
export type StartingStep = {
  name: string;
  description: string;
  templateId: string;
  config: Readonly<Record<string, unknown>>;
};

/** A chain of transforms for one kind of data. */
export type StartingPoint = {
  id: string;
  title: string;
  summary: string;
  /** Source types whose events resemble the sample. */
  sourceKinds: readonly string[];
  transforms: readonly StartingStep[];
  /** Events as such a source receives them. */
  sample: readonly string[];
};
