import { useMemo, useState } from 'react';
import type { ChannelType } from '../../../contract/alerts/channels.ts';
import { defaultValues, listProperties } from '../../../contract/config-format.ts';
import type {
  AlertChannel,
  AlertChannelType,
  ChannelTest,
} from '../../../contract/entities/alert-channel.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import * as entityForm from '../../components/entity-form/entity-form.css.ts';
import { FormFrame } from '../../components/entity-form/FormFrame.tsx';
import { findKeptSecretErrors } from '../../components/entity-form/kept-secret-errors.ts';
import { NameField } from '../../components/entity-form/NameField.tsx';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { useEntityForm } from '../../components/entity-form/use-entity-form.ts';
import {
  buildFieldId,
  pickErrorsWithin,
  SchemaForm,
} from '../../components/widgets/schema-form/schema-form.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { TypePicker } from '../../components/widgets/type-picker/type-picker.tsx';
import { notify } from '../../state/toasts.ts';
import { getChannelIcon } from './channel-look.ts';
import * as css from './rule.css.ts';
import { describeTest, saveChannel, type TestedChannel, testChannel } from './save-channel.ts';

const TEST_LOOKS = {
  accepted: { label: 'Accepted', shape: 'check', tone: 'ok' },
  refused: { label: 'Not accepted', shape: 'octagon', tone: 'err' },
} as const;

type ChannelFormProps = {
  channel: AlertChannel | undefined;
  types: readonly AlertChannelType[];
  onClose: (id: string | undefined) => void;
};

export function ChannelForm({ channel, types, onClose }: ChannelFormProps) {
  const form = useEntityForm({
    existing: channel && {
      id: channel.id,
      revision: channel.revision,
      templateId: channel.type,
      values: { name: channel.name, description: '', config: channel.config ?? {} },
    },
    save: saveChannel,
    onSaved: () =>
      notify({
        message: channel ? 'The channel was saved.' : 'The channel was created.',
        status: 'success',
        shouldTimeout: true,
      }),
    onClose,
  });
  const { formId, state, send, actor } = form;
  const { values, errors, templateId } = state.context;
  const type = types.find((one) => one.type === templateId);
  const [tested, setTested] = useState<ChannelTest>();
  const { start, isRunning } = useSingleWrite({
    call: 'testAlertChannel',
    write: (subject: TestedChannel) => testChannel(subject),
    follow: setTested,
  });
  const scope = useMemo(
    () => ({
      test: () => {
        const now = actor.getSnapshot().context;
        setTested(undefined);
        start({
          id: channel?.id,
          name: now.values.name,
          type: now.templateId as ChannelType,
          config: now.values.config,
        });
      },
    }),
    [actor, channel?.id, start],
  );
  usePublishScope('alertChannel.form', type ? scope : undefined);
  const close = () => send({ type: 'form.left' });

  if (state.matches('choosingType'))
    return (
      <div className={entityForm.form}>
        <PanelHead title="New channel" note="Where messages about alerts are sent" onClose={close} />
        <TypePicker
          label="Types of channel"
          types={types.map(({ type: id, name, description }) => ({
            id,
            name,
            description,
            icon: getChannelIcon(id),
            group: 'Channels',
            lossReasons: [],
          }))}
          onCancel={close}
          onChoose={(id) => {
            const chosen = types.find((one) => one.type === id);
            if (chosen)
              send({
                type: 'type.chosen',
                templateId: chosen.type,
                defaults: defaultValues(listProperties(chosen.configFormat)),
                name: values.name === '' ? chosen.name : values.name,
                isProposal: values.name === '',
              });
          }}
        />
      </div>
    );
  const properties = listProperties(type?.configFormat);
  return (
    <FormFrame
      form={form}
      noun="Channel"
      scope="alertChannel.form"
      label={channel ? `Edit ${channel.name}` : 'New channel'}
      savedBy={channel ? 'updateAlertChannel' : 'createAlertChannel'}
      saveLabel={channel ? 'Save channel' : 'Create channel'}
      heading={
        <PanelHead
          title={channel?.name ?? `New ${type?.name ?? ''} channel`}
          note={type?.name ?? ''}
          actions={<CommandButton id="alertChannel.testForm" label="Send test" size="small" hideKeys />}
          onClose={close}
        />
      }
    >
      {channel?.problem ? (
        <p className={css.note}>The newest message was not taken: {channel.problem}.</p>
      ) : null}
      <NameField form={form} isProposal={!channel} />
      {properties.length === 0 ? (
        <p className={css.note}>{type?.description}</p>
      ) : (
        type && (
          <SchemaForm
            formId={buildFieldId(formId, 'config')}
            format={type.configFormat}
            value={values.config}
            errors={{
              ...(channel && findKeptSecretErrors(properties, state.context.saved.config, values.config)),
              ...pickErrorsWithin(errors, 'config'),
            }}
            onChange={(config) => send({ type: 'config.changed', config })}
          />
        )
      )}
      <div role="status" className={css.tested}>
        {isRunning && 'Sending a test message…'}
        {tested && !isRunning && (
          <>
            <StatusBadge {...TEST_LOOKS[tested.isAccepted ? 'accepted' : 'refused']} />
            <span>{describeTest(tested)}</span>
          </>
        )}
      </div>
    </FormFrame>
  );
}
