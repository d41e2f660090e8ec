import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALERT_EVENT_STATES, ALERT_SEVERITIES } from './alerts/states.ts';
import { NOTIFICATION_SEVERITIES } from './entities/notification.ts';
import { GIT_PROVIDERS } from './entities/site-form.ts';
import * as enums from './enums.ts';

test.each([
  [
    'R4-01',
    enums.PIPELINE_STATUSES,
    'DEFAULT TO_DEPLOY DEPLOYING DEPLOYED ROLLED_BACK FAILED DELETED DELETING TO_DELETE PAUSED BYPASSED',
  ],
  ['R4-02', enums.PENDING_ACTIONS, 'NOP DEPLOY DELETE PAUSE BYPASS CANCEL'],
  ['R4-35', enums.ENTITY_STATUSES, 'DEFAULT ACTIVE DELETED INACTIVE'],
  ['R4-41, R3-67', enums.TOAST_STATUSES, 'info success warning error'],
  ['R7-41', enums.PIPELINE_ACTIONS, 'DEPLOY DELETE PAUSE BYPASS CANCEL'],
  ['R3-26', enums.USAGE_TYPES, 'USER ARCHIVAL'],
  ['R3-37', enums.VENDORS, 'AWS GCP AZURE AIR_GAPPED ON_PREMISE'],
  ['R3-39', GIT_PROVIDERS, 'GITHUB GITLAB'],
  ['R3-70', enums.USER_TYPES, 'LOCAL SSO INTERNAL UNSPECIFIED'],
  ['R3-71', enums.ROLE_TYPES, 'SYSTEM USER INTERNAL'],
  ['R3-59', enums.CHANGESET_STATUSES, 'OPEN MERGED CLOSED FAILED'],
  ['R3-72', enums.ACCESS_TYPES, 'READ WRITE DELETE'],
  ['R3-73', enums.RESOURCE_TYPES, 'SOURCES SINKS PIPELINES HYDRATIONS SITES'],
  ['R3-81', ALERT_SEVERITIES, 'SEVERITY_UNSPECIFIED LOW MEDIUM HIGH CRITICAL'],
  ['R3-82', ALERT_EVENT_STATES, 'INACTIVE RESOLVED FIRING PENDING DISCARDED'],
  ['R3-84', enums.LOG_LEVELS, 'INFO WARN ERROR'],
  [
    'R3-85',
    enums.DATA_VOLUME_METRICS,
    'EVENTS_BYTES EVENTS_COUNT AGENT_EVENTS_BYTES AGENT_EVENTS_COUNT RAW_BYTES',
  ],
  ['R3-86', enums.PIPELINE_TYPES, 'UNSPECIFIED PATTERN ARCHIVAL USER SSA HYDRATION'],
  ['R3-87', enums.NODE_TYPES, 'SOURCE SINK TRANSFORM'],
  ['R3-88', enums.NODE_ORIGINS, 'USER PATTERN ARCHIVAL PREPROCESSOR POSTPROCESSOR SSA ANALYTICS_TAP'],
  [
    'R3-89, R3-91',
    enums.PROCESSOR_TYPES,
    'DATA_PROCESSOR GENERIC_PREPROCESSOR GENERIC_POSTPROCESSOR CUSTOM_PREPROCESSOR CUSTOM_POSTPROCESSOR',
  ],
  [
    'R3-92',
    enums.TEMPLATE_TYPES,
    'PARSER SOURCE_CONFIG INTERNAL PATTERN_EXTRACTOR FUNCTION SERIALIZER OPTIMIZER DEPRECATED',
  ],
  [
    'R3-93',
    enums.ASSET_TYPES,
    'SECRET DATA LOOK_UP_DATA DYNAMIC_LOOK_UP GEO_IP LOG_SAMPLE DATAGEN_LOG_SAMPLE',
  ],
] as const)('the values are $1 [$0]', (_, values, specified) => {
  expect(values).toEqual(specified.split(' '));
});

const documented = [
  ...readFileSync(join(import.meta.dirname, '../docs/enumerations.md'), 'utf8').matchAll(
    /^\| ([A-Z][a-z]+ [a-z]+) \| `(\w+)` \| (.+) \|$/gm,
  ),
].map(([, name, value, by]) => ({ name, value, by: by! }));

test.each([
  ['R3-70', 'User type', enums.USER_TYPES],
  ['R3-84', 'Log level', enums.LOG_LEVELS],
  ['R3-86', 'Pipeline type', enums.PIPELINE_TYPES],
  ['R3-88', 'Node origin', enums.NODE_ORIGINS],
  ['R3-89, R3-91', 'Processor type', enums.PROCESSOR_TYPES],
  ['R3-92', 'Template type', enums.TEMPLATE_TYPES],
] as const)('the manual says what produces each $1 [$0]', (_, name, values) => {
  const lines = documented.filter((one) => one.name === name);
  expect(lines.map(({ value }) => value).toSorted()).toEqual([...values].toSorted());
});

test('notifications are counted as informational, warning and error [R3-65]', () => {
  expect(NOTIFICATION_SEVERITIES.toSorted()).toEqual(['error', 'informational', 'warning']);
});
