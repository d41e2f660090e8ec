import { listBaculaPatterns } from './bacula.ts';
import { listCiscoPatterns } from './cisco.ts';
import { listCloudPatterns } from './cloud.ts';
import { FIREWALL_PATTERNS } from './firewalls.ts';
import { LANGUAGE_PATTERNS } from './languages.ts';
import { listNagiosPatterns } from './nagios.ts';
import { type GrokSet, readPatterns } from './read.ts';
import { SYSTEM_PATTERNS } from './system.ts';
import { WEB_PATTERNS } from './web.ts';

export { GROK_SETS, type GrokSet } from './read.ts';

/**
 * Names and fields of Logstash's pattern sets (logstash-patterns-core 4.3, Copyright Elasticsearch and
 * contributors, Apache License 2.0, https://github.com/logstash-plugins/logstash-patterns-core), rewritten
 * for an engine without look-around, atomic groups and back-references.
 */
export const listLogstashPatterns = (set: GrokSet): [name: string, pattern: string][] => [
  ...[SYSTEM_PATTERNS, WEB_PATTERNS, LANGUAGE_PATTERNS, FIREWALL_PATTERNS].flatMap((text) =>
    readPatterns(text, set),
  ),
  ...listCloudPatterns(set),
  ...listCiscoPatterns(set),
  ...listBaculaPatterns(set),
  ...listNagiosPatterns(set),
];
