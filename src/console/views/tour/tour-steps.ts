export type TourStep = {
  /** The command whose keys the step is about. */
  command: string;
  title: string;
  text: string;
  done: 'opened' | 'closed' | 'moved';
};

/** Open items on screen, and their place. */
export type TourFacts = {
  path: string;
  isPaletteOpen: boolean;
  isHelpOpen: boolean;
  isAssistantOpen: boolean;
};

const STEPS: readonly TourStep[] = [
  {
    command: 'console.palette',
    title: 'Every command in one list',
    text: 'Type what you want to do, such as “pause”. Each command shows its key. Escape closes the list.',
    done: 'closed',
  },
  {
    command: 'go.pipelines',
    title: 'Any screen in two keys',
    text: 'After the first key a list shows where each letter goes. This one opens your pipelines.',
    done: 'moved',
  },
  {
    command: 'console.help',
    title: 'The keys of this screen',
    text: 'Everything that a key does here and everywhere. You can change each key in your profile. Escape closes it.',
    done: 'closed',
  },
  {
    command: 'go.monitoring',
    title: 'What flows and what fails',
    text: 'Monitoring shows volume, savings and errors of the whole site. The time range at the right applies to all screens.',
    done: 'moved',
  },
];

const ASK: TourStep = {
  command: 'assistant.toggle',
  title: 'Say what you want',
  text: 'Ask “What is failing?”, or say “pause” and a name. The assistant shows what would change, and you decide.',
  done: 'opened',
};
const NOTIFICATIONS: TourStep = {
  command: 'go.notifications',
  title: 'What happened',
  text: 'Errors, deployments and alerts of this site, the newest first.',
  done: 'moved',
};

/** Five steps; the last is about the assistant, if available. */
export const listTourSteps = (hasAssistant: boolean): readonly TourStep[] => [
  ...STEPS,
  hasAssistant ? ASK : NOTIFICATIONS,
];

const isOpen = ({ command }: TourStep, facts: TourFacts): boolean =>
  ({
    'console.palette': facts.isPaletteOpen,
    'console.help': facts.isHelpOpen,
    'assistant.toggle': facts.isAssistantOpen,
  })[command] ?? false;

/** `wasOpen`: the step's target has been open since it began. `from`: the path when it began. */
export type StepProgress = { from: string; wasOpen: boolean };

export const beginStep = ({ path }: TourFacts): StepProgress => ({ from: path, wasOpen: false });

/** State of a step; keys, button and pointer all complete it. */
export function followStep(step: TourStep, progress: StepProgress, facts: TourFacts): StepProgress | 'done' {
  if (step.done === 'moved') return facts.path === progress.from ? progress : 'done';
  if (isOpen(step, facts)) return step.done === 'opened' ? 'done' : { ...progress, wasOpen: true };
  return progress.wasOpen ? 'done' : progress;
}
