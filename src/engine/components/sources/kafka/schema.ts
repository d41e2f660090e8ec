import { z } from 'zod';
import { EVENT_MAX_BYTES_DEFAULT } from '../../../../contract/limits.ts';
import { defineComponent } from '../../schema/component.ts';
import { MIB, optionalTargetPath } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { maxEventBytes } from '../../shared/inbound/limits.ts';
import { checkCluster, clusterFields, securityFields, TOPIC_NAME } from '../../shared/kafka/fields.ts';
import { longLines } from '../../shared/long-lines.ts';

export const kafkaSourceSchema = z
  .strictObject({
    ...clusterFields(),
    topics: field(
      z
        .array(z.string().trim().regex(TOPIC_NAME, 'must be a topic name: letters, digits, dot, _ and -'))
        .min(1)
        .max(100),
      { label: 'Topics', help: 'Names of the topics to read.', placeholder: 'app-logs' },
    ),
    group: field(z.string().trim().min(1).max(249).regex(/^\S+$/, 'must be a name without spaces'), {
      label: 'Consumer group',
      help: 'Members of a group share the partitions. Its offsets are committed once all destinations have the events.',
      placeholder: 'penstock',
    }),
    startAt: field(z.enum(['earliest', 'latest']).default('earliest'), {
      label: 'Start with',
      help: 'At the first start, where the group has no offsets; later it continues where it stopped.',
      options: { earliest: 'The earliest message', latest: 'Messages from now on' },
    }),
    format: field(z.enum(['auto', 'json', 'text']).default('auto'), {
      label: 'Format',
      help: 'How the value of a message becomes an event. All compression codecs of Kafka are read.',
      options: { auto: 'By content', json: 'JSON: one object', text: 'Text' },
    }),
    detailsField: optionalTargetPath(
      'Put the message details in',
      'An object with topic, partition, offset, timestamp, key and headers of the message; if empty, they are left out.',
      'kafka',
    ),
    ...securityFields(),
    fetchBytes: field(
      z
        .int()
        .min(64 * 1024)
        .max(64 * MIB)
        .default(4 * MIB),
      {
        label: 'Bytes per fetch',
        help: 'Most that a broker sends at a time, compressed. Nothing is fetched while destinations are behind.',
        unit: 'bytes',
        group: 'Limits',
      },
    ),
    maxEventBytes: maxEventBytes(EVENT_MAX_BYTES_DEFAULT, 'Longer messages are handled as chosen below.'),
    longMessages: longLines('Longer messages'),
  })
  .superRefine(checkCluster);
export type KafkaSourceConfig = z.output<typeof kafkaSourceSchema>;

export const kafkaSource = defineComponent({
  templateId: 'kafka',
  nodeType: 'SOURCE',
  name: 'Kafka',
  version: '1.0.0',
  category: 'SOURCE_CONFIG',
  group: 'Pull',
  description:
    'Reads topics as a member of a consumer group, and commits offsets once events are safe at every destination.',
  icon: 'columns',
  schema: kafkaSourceSchema,
});
