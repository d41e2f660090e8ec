import { z } from 'zod';
import type { ComponentKind } from '../../contract/entities/fleet-configuration.ts';
import { field } from '../../engine/components/catalogue.ts';

/**
 * [Environment variable](https://opentelemetry.io/docs/collector/configuration/), expanded by the Collector.
 */
const VARIABLE = /^\$\{[^}]+\}/;
const DURATION = /^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/;
const ADDRESS = /^\S+:\d{1,5}$/;
const URL_START = /^https?:\/\/\S+$/;

const textLike = (pattern: RegExp, message: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .refine((text) => VARIABLE.test(text) || pattern.test(text), { message, params: { rule: 'collector' } });
const addressText = () => textLike(ADDRESS, 'must be host and port, such as 127.0.0.1:4317');
const urlText = () => textLike(URL_START, 'must be a URL, such as https://collector.example:4318');
const durationText = () => textLike(DURATION, 'must be a duration, such as 200ms or 5s');

const listenAddress = (label: string, placeholder: string) =>
  field(addressText(), {
    label,
    help: 'Host and port to listen on. 127.0.0.1 takes data from this machine only, 0.0.0.0 from the whole network.',
    placeholder,
  });
const compression = () =>
  field(z.enum(['gzip', 'zstd', 'snappy', 'none']).optional(), {
    label: 'Compression',
    help: 'Left out, gzip.',
  });
const insecure = () =>
  field(z.boolean().optional(), {
    label: 'Without TLS',
    help: 'Sends in clear; only on networks you trust.',
  });
const startAt = () =>
  field(z.enum(['beginning', 'end']).optional(), {
    label: 'Begin new files at',
    help: 'Left out, the end: lines that are there already are not read.',
    options: { beginning: 'Their beginning', end: 'Their end' },
  });
const storage = () =>
  field(z.string().trim().min(1).optional(), {
    label: 'Keep positions in',
    help: 'An extension that keeps them over a restart. Define it under extensions, too.',
    placeholder: 'file_storage',
  });

type Settings = {
  schema: z.ZodObject;
  /** Path below the component; its name by default. */
  at?: Record<string, readonly string[]>;
  initial?: Record<string, unknown>;
};

const settings = (schema: z.ZodRawShape, rest: Omit<Settings, 'schema'> = {}): Settings => ({
  schema: z.strictObject(schema),
  ...rest,
});

const lines = (port: number) => settings({ listen_address: listenAddress('Address', `127.0.0.1:${port}`) });

const otlpGrpc = settings(
  {
    endpoint: field(addressText(), {
      label: 'Address',
      help: 'Host and port of the receiver of OTLP over gRPC.',
      placeholder: 'collector.example:4317',
    }),
    insecure: insecure(),
    compression: compression(),
  },
  { at: { insecure: ['tls', 'insecure'] } },
);
const otlpHttp = settings({
  endpoint: field(urlText(), {
    label: 'URL',
    help: 'Where OTLP over HTTP is taken; /v1/logs, /v1/metrics or /v1/traces is added.',
    placeholder: 'https://collector.example:4318',
  }),
  compression: compression(),
});

/**
 * Form settings of well-known Collector components by kind and type, with the Collector's names and values;
 * others are edited as YAML.
 */
export const COMPONENT_SETTINGS: Record<ComponentKind, Record<string, Settings>> = {
  receivers: {
    otlp: settings(
      {
        grpc: field(addressText().optional(), {
          label: 'Address for gRPC',
          help: 'Host and port to listen on. 0.0.0.0 takes data from the whole network.',
          placeholder: '127.0.0.1:4317',
        }),
        http: field(addressText().optional(), {
          label: 'Address for HTTP',
          help: 'Host and port to listen on. 0.0.0.0 takes data from the whole network.',
          placeholder: '127.0.0.1:4318',
        }),
      },
      {
        at: { grpc: ['protocols', 'grpc', 'endpoint'], http: ['protocols', 'http', 'endpoint'] },
        initial: { grpc: '127.0.0.1:4317' },
      },
    ),
    filelog: settings({
      include: field(z.array(z.string().trim().min(1)).min(1), {
        label: 'Files',
        help: 'Paths to read; a star stands for any part of a name.',
        placeholder: '/var/log/app/*.log',
      }),
      exclude: field(z.array(z.string().trim().min(1)).optional(), {
        label: 'Leave out',
        help: 'Paths of them that are not read.',
        placeholder: '/var/log/app/debug*.log',
      }),
      start_at: startAt(),
      storage: storage(),
    }),
    tcplog: lines(5140),
    udplog: lines(5140),
  },
  processors: {
    batch: settings({
      timeout: field(durationText().optional(), {
        label: 'Wait at most',
        help: 'A batch is sent after this time, however small. Left out, 200ms.',
        placeholder: '200ms',
      }),
      send_batch_size: field(z.int().min(0).max(1_000_000).optional(), {
        label: 'Batch size',
        help: 'A batch is sent once it has this many. Left out, 8192.',
        placeholder: '8192',
      }),
      send_batch_max_size: field(z.int().min(0).max(1_000_000).optional(), {
        label: 'Largest batch',
        help: 'Larger ones are split; not smaller than the batch size. Left out or 0, there is no limit.',
      }),
    }),
    memory_limiter: settings(
      {
        check_interval: field(durationText(), {
          label: 'Check every',
          help: 'How often the use of memory is measured.',
          placeholder: '1s',
        }),
        limit_mib: field(z.int().min(1).max(1_000_000), {
          label: 'Limit',
          help: 'Above it data is refused, so that senders wait.',
          unit: 'MiB',
        }),
        spike_limit_mib: field(z.int().min(0).max(1_000_000).optional(), {
          label: 'Room for a burst',
          help: 'Refusing begins at the limit less this; it has to be smaller. Left out, a fifth of the limit.',
          unit: 'MiB',
        }),
      },
      { initial: { check_interval: '1s', limit_mib: 512 } },
    ),
    probabilistic_sampler: settings({
      sampling_percentage: field(z.number().min(0).max(100), {
        label: 'Share that stays',
        help: 'Of logs and traces, decided by a hash of the trace id.',
        unit: '%',
      }),
      hash_seed: field(z.int().min(0).max(4_294_967_295).optional(), {
        label: 'Seed of the hash',
        help: 'The same on Collectors that share the work, so that they decide alike.',
      }),
    }),
  },
  exporters: {
    debug: settings({
      verbosity: field(z.enum(['basic', 'normal', 'detailed']).optional(), {
        label: 'Verbosity',
        help: 'What is printed of each batch. Left out, basic: how many.',
        options: {
          basic: 'Basic: how many',
          normal: 'Normal: a line of each',
          detailed: 'Detailed: all fields',
        },
      }),
    }),
    otlp: otlpGrpc,
    otlp_grpc: otlpGrpc,
    otlphttp: otlpHttp,
    otlp_http: otlpHttp,
  },
  connectors: {},
  extensions: {
    file_storage: settings({
      directory: field(z.string().trim().min(1).optional(), {
        label: 'Folder',
        help: 'It has to be there unless it may be created. Left out, /var/lib/otelcol/file_storage.',
        placeholder: '/var/lib/otelcol/file_storage',
      }),
      create_directory: field(z.boolean().optional(), {
        label: 'Create the folder',
        help: 'When it is not there.',
      }),
    }),
    health_check: settings({ endpoint: listenAddress('Address', '127.0.0.1:13133') }),
  },
};
