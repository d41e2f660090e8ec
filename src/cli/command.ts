import type { CallId } from '../contract/calls/index.ts';
import type { Client } from './client.ts';

export type Option = {
  description: string;
  /** What stands for the value in help; left out, the option is a switch. */
  value?: string;
  short?: string;
  choices?: readonly string[];
};

export type Positional = {
  name: string;
  description: string;
  isOptional?: boolean;
  /** It takes all that follows. */
  isMany?: boolean;
  choices?: readonly string[];
};

/** What a command works with. Nothing here is global: tests make as many as they need. */
export type Run = {
  positionals: readonly string[];
  /** The value of an option, when it was given. */
  option(name: string): string | undefined;
  isOn(name: string): boolean;
  /** `--json`: standard output holds JSON alone. */
  isJson: boolean;
  client: Client;
  /** Standard output. */
  write(text: string): void;
  /** Standard error: what happens meanwhile. */
  note(text: string): void;
  /** Standard input, as text. */
  readInput(): Promise<string>;
  /** Aborted when the person interrupts. */
  signal: AbortSignal;
  environment: Readonly<Record<string, string | undefined>>;
  /** Unix milliseconds. */
  now(): number;
};

/** One command of the command line. */
export type CliCommand = {
  name: string;
  summary: string;
  /** Calls of the table it makes. */
  calls: readonly CallId[];
  /** The console's command that does the same. */
  command?: string;
  positionals: readonly Positional[];
  options: Readonly<Record<string, Option>>;
  examples?: readonly string[];
  run(run: Run): Promise<void>;
};

/** Options that every command takes. */
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
