import { changePreferences } from '../../commands/preferences/preferences.ts';
import { defineCommands } from '../../commands/types.ts';
import { flagsOn } from '../../state/flags.ts';
import { isTourSeen, tourStep } from '../../state/tour.ts';
import { endTour, moveTour } from './run-tour.ts';

const NOT_RUNNING = 'The tour is not running';

const checkRunning = (): true | string => (tourStep.get() === undefined ? NOT_RUNNING : true);

export const tourCommands = defineCommands([
  {
    id: 'tour.start',
    title: 'Take the tour',
    group: 'Console',
    icon: 'help',
    keywords: ['onboarding', 'newcomer', 'guide', 'introduction', 'learn', 'keys'],
    scope: 'global',
    bar: false,
    isRecorded: false,
    enabled: () =>
      flagsOn.get()?.has('onboardingTour') === false ? 'The tour is turned off on this service' : true,
    run: () => {
      tourStep.set(0);
      if (isTourSeen.get()) return;
      isTourSeen.set(true);
      changePreferences({ kind: 'tourSeen' });
    },
  },
  {
    id: 'tour.next',
    title: 'Next step',
    listTitle: 'Next step of the tour',
    group: 'Console',
    icon: 'chevronRight',
    keywords: ['onboarding', 'continue'],
    keys: 'alt+n',
    scope: 'global',
    bar: false,
    isRecorded: false,
    enabled: checkRunning,
    run: moveTour,
  },
  {
    id: 'tour.skip',
    title: 'Skip the tour',
    group: 'Console',
    icon: 'close',
    keywords: ['onboarding', 'end', 'stop', 'leave'],
    keys: 'alt+x',
    scope: 'global',
    bar: false,
    isRecorded: false,
    enabled: checkRunning,
    run: endTour,
  },
]);
