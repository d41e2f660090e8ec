import { type KeyboardEvent, useId, useState } from 'react';
import type { ConfigurableComponent } from '../../../contract/entities/fleet-configuration.ts';
import { toApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { useCall } from '../../api/use-call.ts';
import { Button } from '../../components/widgets/actions/button.tsx';
import { SelectField } from '../../components/widgets/forms/select-field.tsx';
import {
  type FormErrors,
  focusFirstError,
  SchemaForm,
} from '../../components/widgets/schema-form/schema-form.tsx';
import * as css from './fleets.css.ts';

type Chosen = Pick<ConfigurableComponent, 'kind' | 'type' | 'id'>;

const makeKey = ({ kind, type, id }: Chosen) => `${kind} ${id ?? `+${type}`}`;
const FIELD = 'change.config.';

type ComponentSettingsProps = {
  siteId: string;
  content: string;
  /** The content after typing has paused. */
  settled: string;
  onWrite: (content: string) => void;
  /** Whether typed settings are not yet in the content. */
  onPending: (isPending: boolean) => void;
};

/** Settings of one component as a form, read from the content and written into it. */
export function ComponentSettings(props: ComponentSettingsProps) {
  const { siteId, content, settled, onWrite, onPending } = props;
  const formId = useId();
  const selectId = `${formId}component`;
  const [chosen, setChosen] = useState('');
  const [draft, setDraft] = useState<Record<string, unknown>>();
  const [errors, setErrors] = useState<FormErrors>({});
  const [failure, setFailure] = useState<string>();
  const { data } = useCall(
    'listConfigurationComponents',
    { body: { configuration: { siteId, content: settled } } },
    { keepPrevious: true, isSuppressed: true },
  );
  const component = data?.components.find((one) => makeKey(one) === chosen);
  const choose = (key: string, config?: Record<string, unknown>) => {
    setChosen(key);
    setDraft(config);
    setErrors({});
    setFailure(undefined);
    onPending(config !== undefined);
  };
  const write = async () => {
    if (!component) return;
    const { kind, type, id } = component;
    const change = { kind, type, id, config: draft ?? component.config };
    try {
      const answer = await callApi('changeComponent', {
        body: { configuration: { siteId, content }, change },
      });
      onWrite(answer.data.content);
      choose(makeKey({ kind, type, id: answer.data.id }));
      if (id === null) document.getElementById(selectId)?.focus();
    } catch (thrown) {
      const { details, message } = toApiError(thrown);
      const refused = Object.fromEntries(
        details
          .filter(({ field }) => field.startsWith(FIELD))
          .map(({ field, message: text }) => [field.slice(FIELD.length), text]),
      );
      setErrors(refused);
      if (!focusFirstError(formId, refused)) setFailure(details[0]?.message ?? message);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Otherwise the whole configuration would be saved without what was just typed.
    if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement))
      return;
    event.preventDefault();
    event.stopPropagation();
    void write();
  };
  const hasForm = component && component.configFormat.config_groups.length > 0;
  return (
    <section className={css.section} aria-label="Components" onKeyDown={onKeyDown}>
      <SelectField
        id={selectId}
        label="Component"
        help={
          data?.agentCount === 0
            ? 'No agent of the site has reported its components; these are well-known ones.'
            : `The number says how many of ${data?.agentCount} agents have it.`
        }
        placeholder="Set or add one"
        error={failure}
        options={(data?.components ?? []).map((one) => ({
          value: makeKey(one),
          label: one.id ? `${one.id} in ${one.kind}, line ${one.line}` : `Add ${one.type} to ${one.kind}`,
          count: one.id ? undefined : one.agentCount,
        }))}
        value={chosen}
        onChange={choose}
      />
      {component && (
        <>
          {hasForm ? (
            <SchemaForm
              formId={formId}
              format={component.configFormat}
              value={draft ?? component.config}
              errors={errors}
              onChange={(config) => choose(chosen, config)}
            />
          ) : (
            <p className={css.quiet}>There is no form for it; write its settings in the content.</p>
          )}
          {(hasForm || component.id === null) && (
            <div>
              <Button onClick={() => void write()}>
                {component.id === null ? 'Add to the content' : 'Write into the content'}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}
