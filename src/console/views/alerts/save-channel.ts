import type { SaveInput, SaveOutcome } from '../../../../machines/entity-form/entity-form.machine.ts';
import type { ChannelType } from '../../../contract/alerts/channels.ts';
import type { ChannelTest } from '../../../contract/entities/alert-channel.ts';
import { callApi } from '../../api/call-api.ts';
import { saveOutcome } from '../../components/entity-form/save-outcome.ts';

const readErrors = ({ details }: { details: readonly { field: string; message: string }[] }) =>
  Object.fromEntries(details.map(({ field, message }) => [field.replace(/^alertChannel\./, ''), message]));

export const saveChannel = ({ id, templateId, values, revision }: SaveInput): Promise<SaveOutcome> =>
  saveOutcome(readErrors, async () => {
    const { name, config } = values;
    if (id === undefined) {
      const alertChannel = { name, type: templateId as ChannelType, config };
      const { data } = await callApi('createAlertChannel', { body: { alertChannel } });
      return { id: data.id, revision: 1 };
    }
    const body = { alertChannel: { id, name, config } };
    const { data } = await callApi('updateAlertChannel', { body }, { ifMatch: revision ?? '*' });
    return { id, revision: data.alertChannel.revision };
  });

export type TestedChannel = {
  id?: string | undefined;
  name: string;
  type: ChannelType;
  config: Record<string, unknown>;
};

/** Sends a test message, and reports the receiver's answer. */
export async function testChannel({ id, ...channel }: TestedChannel): Promise<ChannelTest> {
  const alertChannel = { ...channel, ...(id === undefined ? {} : { id }) };
  return (await callApi('testAlertChannel', { body: { alertChannel } })).data.result;
}

/** `It was accepted within 120 ms.` */
export function describeTest({ isAccepted, problem, advice, elapsedMilliseconds }: ChannelTest): string {
  if (!isAccepted) return `${problem}. ${advice}.`;
  const note = problem === '' ? '' : ` ${problem}.`;
  return `The test message was accepted within ${elapsedMilliseconds} ms.${note}`;
}
