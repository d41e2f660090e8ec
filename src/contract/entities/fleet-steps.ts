import * as z from 'zod/mini';

const STEPS_MAX = 20;
const LABEL_MAX_LENGTH = 300;
const LABEL = /^[^=\s]+=\S/;

type Step = number | string;

const isPercent = (step: Step): boolean =>
  typeof step !== 'number' || (Number.isInteger(step) && step >= 1 && step <= 100);
const isLabel = (step: Step): boolean =>
  typeof step !== 'string' || (LABEL.test(step) && step.length <= LABEL_MAX_LENGTH);

function doGrow(steps: readonly Step[]): boolean {
  const shares = steps.filter((step) => typeof step === 'number');
  return shares.every((share, index) => index === 0 || share > (shares[index - 1] ?? 0));
}

function areLabelsOnce(steps: readonly Step[]): boolean {
  const labels = steps.filter((step) => typeof step === 'string');
  return new Set(labels).size === labels.length;
}

/** Steps of a rollout: shares of the agents in percent, or labels of those that get it next. */
export const rolloutStepsSchema = z.array(z.union([z.number(), z.string()])).check(
  z.minLength(1, 'at least one step'),
  z.maxLength(STEPS_MAX, `at most ${STEPS_MAX} steps`),
  z.refine((steps) => steps.every(isPercent), 'a share must be a whole percentage from 1 to 100'),
  z.refine((steps) => steps.every(isLabel), 'a label must be written as key=value'),
  z.refine(doGrow, 'each share must be larger than the one before'),
  z.refine(areLabelsOnce, 'each label once'),
  z.refine((steps) => steps.at(-1) === 100, 'the last step must be 100, so that no agent is left out'),
);
