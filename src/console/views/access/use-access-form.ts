import type { SaveInput, SaveOutcome } from '../../../../machines/connection-form/connection-form.machine.ts';
import { notify } from '../../actors/toasts.ts';
import { useEntityForm } from '../../parts/entity-form/use-entity-form.ts';

type Options<Config> = {
  /** What it is called where it is saved, as in 'The role was created.' */
  noun: 'role' | 'user';
  /** How a new one comes to be. */
  made: string;
  existing: { id: string; revision: number } | undefined;
  values: { name: string; description: string; config: Config };
  save: (input: SaveInput) => Promise<SaveOutcome>;
  onClose: (id: string | undefined) => void;
};

/** The form of a role or a user: what both begin with, tell and change. */
export function useAccessForm<Config extends Record<string, unknown>>(options: Options<Config>) {
  const { noun, made, existing, values, save, onClose } = options;
  const begin = { templateId: noun, values };
  const form = useEntityForm({
    existing: existing && { id: existing.id, revision: existing.revision, ...begin },
    blank: begin,
    save,
    onSaved: () =>
      notify({
        message: `The ${noun} was ${existing ? 'saved' : made}.`,
        status: 'success',
        shouldTimeout: true,
      }),
    onClose,
  });
  const { context } = form.state;
  const config = context.values.config as Config;
  return {
    form,
    fields: context.values,
    errors: context.errors,
    config,
    change: (next: Partial<Config>) => form.send({ type: 'config.changed', config: { ...config, ...next } }),
  };
}
