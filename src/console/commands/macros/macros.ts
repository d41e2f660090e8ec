import type { MacrosEvent } from '../../../../machines/macros/index.ts';
import { notify } from '../../state/toasts.ts';

/**
 * Lazy-loads the actor. A function is evaluated after loading, so that a second press sees the effect of the
 * first.
 */
export function sendToMacros(event: MacrosEvent | (() => MacrosEvent)): void {
  import('./macros-actor.ts').then(
    ({ macrosActor }) => macrosActor.send(typeof event === 'function' ? event() : event),
    () => notify({ message: 'The code of macros could not be loaded. Try again.', status: 'error' }),
  );
}
