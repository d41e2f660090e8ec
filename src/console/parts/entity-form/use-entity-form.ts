import { useMachine } from '@xstate/react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import type { SaveOutcome } from '../../../../machines/connection-form/connection-form.machine.ts';
import {
  type ConnectionFormInput,
  connectionFormMachine,
  type SaveInput,
  selectIsArmed,
} from '../../../../machines/connection-form/index.ts';
import { goOn } from '../../app/location.tsx';
import { focusFirstError } from '../../widgets/schema-form/schema-form.tsx';
import { useFormGuard } from './use-form-guard.ts';

export type EntityFormOptions = {
  existing?: ConnectionFormInput['existing'];
  blank?: ConnectionFormInput['blank'];
  save: (input: SaveInput) => Promise<SaveOutcome>;
  /** It was stored, before the form closes. */
  onSaved: () => void;
  /** `id` when it was saved. */
  onClose: (id: string | undefined) => void;
  /** Somebody goes to another address and gives up what was typed: the screen that shows the form is left. */
  onLeave?: (() => void) | undefined;
};

export type EntityForm = ReturnType<typeof useEntityForm>;

/**
 * A form for a thing that is stored: double presses save once, a refusal leads to its field, what was typed is
 * asked for before it is lost, a version of someone else asks whose edit holds. It is made anew (by key) for
 * another thing.
 */
export function useEntityForm(options: EntityFormOptions) {
  const { existing, blank } = options;
  const formId = useId();
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  // Its machine must not change under the form; what it calls is the newest version.
  const [logic] = useState(() =>
    connectionFormMachine.provide({
      actors: {
        save: fromPromise(({ input }: { input: SaveInput }) => latest.current.save(input)),
      },
      actions: {
        close: (_, { id, target }) => {
          const { onSaved, onClose, onLeave } = latest.current;
          if (target !== undefined) {
            onLeave?.();
            // When the form no longer holds anything.
            queueMicrotask(() => goOn(target));
            return;
          }
          if (id !== undefined) onSaved();
          onClose(id);
        },
      },
    }),
  );
  const [state, send, actor] = useMachine(logic, { input: { existing, blank } });
  useFormGuard(actor, selectIsArmed(state), (target) => send({ type: 'form.left', target }));

  // A save that is refused leads to the first field that is wrong, once its answer is there.
  const awaitsAnswer = useRef(false);
  const isEditing = state.matches('editing');
  const { errors } = state.context;
  useEffect(() => {
    if (!awaitsAnswer.current || !isEditing) return;
    awaitsAnswer.current = false;
    focusFirstError(formId, errors);
  }, [formId, isEditing, errors]);
  const submit = () => {
    awaitsAnswer.current = true;
    send({ type: 'form.submitted' });
  };
  return { formId, state, send, submit };
}
