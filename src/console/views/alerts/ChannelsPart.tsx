import type { AlertChannel } from '../../../contract/entities/alert-channel.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { useCall } from '../../api/use-call.ts';
import { ChoicePart } from '../../components/widgets/sentence/sentence.tsx';
import { CHANNEL_NAMES } from './channel-look.ts';

type ChannelsProps = {
  siteId: string;
  id: string;
  channelIds: readonly string[];
  isChanged: boolean;
  isInvalid: boolean;
  readOnly: boolean;
  onChange: (channelIds: string[]) => void;
};

const NO_CHANNELS: readonly AlertChannel[] = [];

/** `notify ops`, or `show it at the bell` without a channel. */
export function ChannelsPart({ siteId, channelIds, ...part }: ChannelsProps) {
  const { data } = useCall(
    'listAlertChannels',
    { query: { siteIds: [siteId], 'pagination.limit': PAGE_LIMIT_MAX } },
    { isSuppressed: true },
  );
  const channels = data?.alertChannels ?? NO_CHANNELS;
  const chosen = channels.filter(({ id }) => channelIds.includes(id));
  const names = chosen.map(({ name, enabled }) => (enabled ? name : `${name} (paused)`));
  if (channels.length === 0 && channelIds.length === 0) return <span>show it at the bell</span>;
  const isKnown = data !== undefined || channelIds.length === 0;
  const text = channelIds.length === 0 ? 'the bell alone' : isKnown ? names.join(', ') : '…';
  return (
    <>
      notify{' '}
      <ChoicePart
        {...part}
        label="Channels"
        values={channelIds}
        options={channels.map(({ id, name, type }) => ({
          value: id,
          label: name,
          detail: CHANNEL_NAMES[type],
        }))}
        text={text}
      />
    </>
  );
}
