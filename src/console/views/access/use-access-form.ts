import type { SaveInput, SaveOutcome } from '../../../../machines/entity-form/entity-form.machine.ts';
import { useEntityForm } from '../../components/entity-form/use-entity-form.ts';
import { notify } from '../../state/toasts.ts';

type Options<Config> = {
  /** Name in messages such as 'The role was created.' */
  noun: 'role' | 'user';
  /** Verb for a new one, for instance 'invited'. */
  made: string;
  existing: { id: string; revision: number } | undefined;
  values: { name: string; description: string; config: Config };
  save: (input: SaveInput) => Promise<SaveOutcome>;
  onClose: (id: string | undefined) => void;
};

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
    errors: context.errors,
    config,
    change: (next: Partial<Config>) => form.send({ type: 'config.changed', config: { ...config, ...next } }),
  };
}
