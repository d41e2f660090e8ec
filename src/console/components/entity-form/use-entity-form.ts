import { useMachine } from '@xstate/react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import type { SaveOutcome } from '../../../../machines/entity-form/entity-form.machine.ts';
import {
  type EntityFormInput,
  entityFormMachine,
  type SaveInput,
  selectIsArmed,
} from '../../../../machines/entity-form/index.ts';
import { useLeaveGuards } from '../../state/leave-guards.ts';
import { goOn, useShownLocation } from '../../state/location.tsx';
import { focusFirstError } from '../widgets/schema-form/schema-form.tsx';

type Form = { getSnapshot: () => Parameters<typeof selectIsArmed>[0] };

/** Query parameters that identify the open form and its site. */
const NAMES_FORM = [
  'create',
  'destination',
  'user',
  'letter',
  'site',
  'rule',
  'channel',
  'silence',
  'report',
  'dashboard',
  'edit',
  'from',
  'target',
  'form',
  'rendered',
];

function useFormGuard(form: Form, isArmed: boolean, ask: (target: string) => void): void {
  const { path, search } = useShownLocation();
  const shown = new URLSearchParams(search);
  const isThisForm = (target: string): boolean => {
    const { pathname, searchParams } = new URL(target, window.location.href);
    return pathname === path && NAMES_FORM.every((name) => searchParams.get(name) === shown.get(name));
  };
  useLeaveGuards(isArmed, {
    holds: (target) => !isThisForm(target) && selectIsArmed(form.getSnapshot()),
    // Navigation waits while a save or a question is pending.
    ask,
    unload: 'You have unfinished changes!',
  });
}

export type EntityFormOptions = {
  existing?: EntityFormInput['existing'];
  blank?: EntityFormInput['blank'];
  save: (input: SaveInput) => Promise<SaveOutcome>;
  /** Called after the save, before the form closes. */
  onSaved: () => void;
  /** `id` if saved. */
  onClose: (id: string | undefined) => void;
  /** The user discards the input and leaves the screen. */
  onLeave?: (() => void) | undefined;
};

export type EntityForm = ReturnType<typeof useEntityForm>;

/**
 * Saves once on double clicks, focuses refused fields, asks before input is lost, and resolves conflicts with
 * other users' saves. Needs a `key` per entity.
 */
export function useEntityForm(options: EntityFormOptions) {
  const { existing, blank } = options;
  const formId = useId();
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  // The machine must stay the same, so its actions read the latest options.
  const [logic] = useState(() =>
    entityFormMachine.provide({
      actors: {
        save: fromPromise(({ input }: { input: SaveInput }) => latest.current.save(input)),
      },
      actions: {
        close: (_, { id, target }) => {
          const { onSaved, onClose, onLeave } = latest.current;
          if (target !== undefined) {
            onLeave?.();
            // After the form has left its armed state.
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
  return { formId, state, send, submit, actor };
}
