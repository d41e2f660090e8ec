import { type GrokSet, readPatterns } from './read.ts';

const HOST = '%{NAGIOS_TEXT:nagios_hostname|host.hostname}';
const SERVICE = '%{NAGIOS_TEXT:nagios_service|service.name}';
const STATE = '%{NAGIOS_TEXT:nagios_state|service.state}';
const LEVEL = '%{NAGIOS_TEXT:nagios_statelevel|nagios.log.state_type}';
const ATTEMPT = '%{INT:nagios_attempt|nagios.log.attempt:int}';
const MESSAGE = '%{GREEDYDATA:nagios_message|message}';
const COMMENT = '%{GREEDYDATA:nagios_comment|nagios.log.comment}';
const HANDLER = '%{NAGIOS_TEXT:nagios_event_handler_name|nagios.log.event_handler_name}';
const CURRENT = `%{NAGIOS_TEXT:nagios_statetype|nagios.log.state_type};%{NAGIOS_TEXT:nagios_statecode|nagios.log.attempt:int};${MESSAGE}`;
const NOTIFIED = '%{NAGIOS_TEXT:nagios_notifyname|user.name}';
const CONTACT = `%{NAGIOS_TEXT:nagios_contact|nagios.log.notification_command};${MESSAGE}`;
const RESULT = '%{GREEDYDATA:nagios_check_result|nagios.log.check_result}';

/** Kinds of lines, with what follows the kind and a colon. */
const KINDS: Readonly<Record<string, string>> = {
  CURRENT_SERVICE_STATE: `${HOST};${SERVICE};${STATE};${CURRENT}`,
  CURRENT_HOST_STATE: `${HOST};${STATE};${CURRENT}`,
  SERVICE_NOTIFICATION: `${NOTIFIED};${HOST};${SERVICE};${STATE};${CONTACT}`,
  HOST_NOTIFICATION: `${NOTIFIED};${HOST};${STATE};${CONTACT}`,
  SERVICE_ALERT: `${HOST};${SERVICE};${STATE};${LEVEL};${ATTEMPT};${MESSAGE}`,
  HOST_ALERT: `${HOST};${STATE};${LEVEL};${ATTEMPT};${MESSAGE}`,
  SERVICE_FLAPPING_ALERT: `${HOST};${SERVICE};${STATE};${MESSAGE}`,
  HOST_FLAPPING_ALERT: `${HOST};${STATE};${MESSAGE}`,
  SERVICE_DOWNTIME_ALERT: `${HOST};${SERVICE};${STATE};${COMMENT}`,
  HOST_DOWNTIME_ALERT: `${HOST};${STATE};${COMMENT}`,
  PASSIVE_SERVICE_CHECK: `${HOST};${SERVICE};${STATE};${COMMENT}`,
  PASSIVE_HOST_CHECK: `${HOST};${STATE};${COMMENT}`,
  SERVICE_EVENT_HANDLER: `${HOST};${SERVICE};${STATE};${LEVEL};${HANDLER}`,
  HOST_EVENT_HANDLER: `${HOST};${STATE};${LEVEL};${HANDLER}`,
  TIMEPERIOD_TRANSITION: `${SERVICE};%{NUMBER:nagios_unknown1|nagios.log.period_from:int};%{NUMBER:nagios_unknown2|nagios.log.period_to:int}`,
};

const COMMANDS: Readonly<Record<string, string>> = {
  DISABLE_SVC_CHECK: `${HOST};${SERVICE}`,
  ENABLE_SVC_CHECK: `${HOST};${SERVICE}`,
  DISABLE_HOST_CHECK: HOST,
  ENABLE_HOST_CHECK: HOST,
  PROCESS_SERVICE_CHECK_RESULT: `${HOST};${SERVICE};${STATE};${RESULT}`,
  PROCESS_HOST_CHECK_RESULT: `${HOST};${STATE};${RESULT}`,
  SCHEDULE_HOST_DOWNTIME: `${HOST};%{NUMBER:nagios_start_time|nagios.log.start_time};%{NUMBER:nagios_end_time|nagios.log.end_time};%{NUMBER:nagios_fixed|nagios.log.fixed};%{NUMBER:nagios_trigger_id|nagios.log.trigger_id};%{NUMBER:nagios_duration|nagios.log.duration:int};%{NAGIOS_TEXT:author|user.name};%{NAGIOS_TEXT:comment|nagios.log.comment}`,
  DISABLE_HOST_SVC_NOTIFICATIONS: HOST,
  ENABLE_HOST_SVC_NOTIFICATIONS: HOST,
  DISABLE_HOST_NOTIFICATIONS: HOST,
  ENABLE_HOST_NOTIFICATIONS: HOST,
  DISABLE_SVC_NOTIFICATIONS: `${HOST};${SERVICE}`,
  ENABLE_SVC_NOTIFICATIONS: `${HOST};${SERVICE}`,
};

const TYPE = 'nagios_type|nagios.log.type';

/** Nagios and its forks. */
export function listNagiosPatterns(set: GrokSet): [name: string, pattern: string][] {
  const kinds = Object.keys(KINDS);
  const commands = Object.keys(COMMANDS);
  const references = [
    'NAGIOS_WARNING',
    ...kinds.map((kind) => `NAGIOS_${kind}`),
    ...commands.map((command) => `NAGIOS_EC_LINE_${command}`),
  ].map((name) => `%{${name}}`);
  const lines = [
    'NAGIOSTIME \\[%{NUMBER:nagios_epoch|timestamp}\\]',
    'NAGIOS_TEXT [^;]*',
    `NAGIOS_WARNING Warning:%{SPACE}${MESSAGE}`,
    'NAGIOS_TYPE_EXTERNAL_COMMAND EXTERNAL COMMAND',
    'NAGIOS_EC_SCHEDULE_SERVICE_DOWNTIME SCHEDULE_SERVICE_DOWNTIME',
    ...kinds.flatMap((kind) => [
      `NAGIOS_TYPE_${kind} ${kind.replaceAll('_', ' ')}`,
      `NAGIOS_${kind} %{NAGIOS_TYPE_${kind}:${TYPE}}: ${KINDS[kind]}`,
    ]),
    ...commands.flatMap((command) => [
      `NAGIOS_EC_${command} ${command}`,
      `NAGIOS_EC_LINE_${command} %{NAGIOS_TYPE_EXTERNAL_COMMAND:${TYPE}}: %{NAGIOS_EC_${command}:nagios_command|nagios.log.command};${COMMANDS[command]}`,
    ]),
    `NAGIOSLOGLINE %{NAGIOSTIME} (?:${references.join('|')})`,
  ];
  return readPatterns(lines.join('\n'), set);
}
