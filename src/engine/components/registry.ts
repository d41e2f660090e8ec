import { blackholeSink } from './sinks/blackhole/sink.ts';
import { fileSink } from './sinks/file/sink.ts';
import { httpSink } from './sinks/http/sink.ts';
import { fileTailSource } from './sources/file-tail/source.ts';
import { generatorSource } from './sources/generator/source.ts';
import { httpServerSource } from './sources/http-server/source.ts';
import { syslogSource } from './sources/syslog/source.ts';
import { tcpSource } from './sources/tcp/source.ts';
import { filterTransform } from './transforms/filter/transform.ts';
import { keepFieldsTransform } from './transforms/keep-fields/transform.ts';
import { parseGrokTransform } from './transforms/parse-grok/transform.ts';
import { parseJsonTransform } from './transforms/parse-json/transform.ts';
import { removeFieldsTransform } from './transforms/remove-fields/transform.ts';
import { renameFieldsTransform } from './transforms/rename-fields/transform.ts';
import { sampleTransform } from './transforms/sample/transform.ts';
import { setFieldsTransform } from './transforms/set-fields/transform.ts';
import type { ComponentRegistry } from './types.ts';

/** What runs for each kind of the catalogue. A new kind is a new line here and one in the catalogue. */
export const components: ComponentRegistry = {
  sources: {
    http_server: httpServerSource,
    tcp: tcpSource,
    syslog: syslogSource,
    file_tail: fileTailSource,
    generator: generatorSource,
  },
  transforms: {
    parse_json: parseJsonTransform,
    parse_grok: parseGrokTransform,
    filter: filterTransform,
    remove_fields: removeFieldsTransform,
    keep_fields: keepFieldsTransform,
    set_fields: setFieldsTransform,
    rename_fields: renameFieldsTransform,
    sample: sampleTransform,
  },
  sinks: {
    file: fileSink,
    http: httpSink,
    blackhole: blackholeSink,
  },
};
