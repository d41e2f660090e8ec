import type { CallId } from '../contract/calls/index.ts';
import type { Client } from './client.ts';

export type Option = {
  description: string;
  /** Placeholder of the value in help; a switch without it. */
  value?: string;
  short?: string;
  choices?: readonly string[];
};

export type Positional = {
  name: string;
  description: string;
  isOptional?: boolean;
  /** Takes all remaining arguments. */
  isMany?: boolean;
  choices?: readonly string[];
};

/** No globals, for tests. */
export type Run = {
  positionals: readonly string[];
  option(name: string): string | undefined;
  isOn(name: string): boolean;
  /** `--json`: standard output is JSON only. */
  isJson: boolean;
  client: Client;
  write(text: string): void;
  /** Progress, to standard error. */
  note(text: string): void;
  readInput(): Promise<string>;
  /** Aborted on interrupt. */
  signal: AbortSignal;
  environment: Readonly<Record<string, string | undefined>>;
  /** Unix milliseconds. */
  now(): number;
};

export type CliCommand = {
  name: string;
  summary: string;
  calls: readonly CallId[];
  /** The equivalent console command. */
  command?: string;
  positionals: readonly Positional[];
  options: Readonly<Record<string, Option>>;
  examples?: readonly string[];
  run(run: Run): Promise<void>;
};

export const COMMON_OPTIONS: Readonly<Record<string, Option>> = {
  url: {
    value: 'URL',
    description: 'Address of the service; else PENSTOCK_URL, else http://127.0.0.1:4600.',
  },
  'api-key-file': {
    value: 'FILE',
    description: 'File that holds the API key; else PENSTOCK_API_KEY. Both stay out of the process list.',
  },
  'api-key': {
    value: 'KEY',
    description: 'The API key itself. Others on this machine can read it in the process list.',
  },
  site: { value: 'SITE', description: 'Name or id of the site; needed where there are several.' },
  json: { description: 'Print JSON.' },
  help: { short: 'h', description: 'Print this help.' },
};
