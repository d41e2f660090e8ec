import { useState } from 'react';
import type { PatternOutcome, PatternTrial } from '../../../../contract/calls/patterns.ts';
import type { GalleryPage } from '../gallery.ts';
import { CodeBlock } from './code-block.tsx';
import { CodeField } from './code-field.tsx';
import type { CodeTools } from './code-tools.ts';

const LINE = '198.51.100.7 - - [21/Nov/2026:09:14:02 +0000] "GET /orders/4711?page=2 HTTP/1.1" 200 5120';
const OTHER = 'panic: worker 3 has no connection';

/** Imitates the engine: one word of the sample for each group. */
function read({ pattern, samples }: PatternTrial): PatternOutcome {
  const names = [...pattern.matchAll(/%\{\w+:(\w+)\}/g)].map((match) => match[1] ?? '');
  const open = pattern.split('%{').length - 1;
  if (open !== pattern.split('}').length - 1)
    return { problem: 'Character 3: %{ has no end; write } after the name', results: [] };
  return {
    results: samples.map((sample) => {
      const words = [...sample.matchAll(/[^\s"[\]]+/g)];
      const matched = words.length >= names.length && /^\d/.test(sample);
      return {
        matched,
        groups: (matched ? names : []).map((name, at) => {
          const word = words[at];
          const start = word?.index ?? 0;
          return { name, value: word?.[0] ?? '', start, end: start + (word?.[0].length ?? 0) };
        }),
      };
    }),
  };
}

const answers: CodeTools['testPattern'] = (trial) => Promise.resolve(read(trial));
const fails: CodeTools['testPattern'] = () =>
  Promise.reject(new Error('The service cannot be reached. Check that it runs, then try again.'));

type FieldProps = { label: string; initial: string; tools?: CodeTools; error?: string; readOnly?: boolean };

function Field({ label, initial, tools = {}, error, readOnly }: FieldProps) {
  const [value, setValue] = useState(initial);
  return (
    <div style={{ maxWidth: 420 }}>
      <CodeField
        kind="grok"
        label={label}
        required
        help="Names parts of the text: %{IP:client} %{WORD:verb}."
        placeholder="%{COMBINEDAPACHELOG}"
        value={value}
        onChange={setValue}
        tools={tools}
        error={error}
        readOnly={readOnly}
      />
    </div>
  );
}

const PATTERN = '%{IP:client} %{USER:ident} %{USER:auth} \\[%{HTTPDATE:time}\\]';
const CONFIG = Array.from({ length: 24 }, (_, at) => `  "field_${at + 1}": "value ${at + 1}",`);
const BEFORE = ['{', ...CONFIG, '  "pattern": "%{IP:client}"', '}'].join('\n');

function Copyable({ text }: { text: string }) {
  const [outcome, setOutcome] = useState('');
  return (
    <>
      <CodeBlock label="Line for curl" text={text} onCopied={({ message }) => setOutcome(message)} />
      <p role="status">{outcome}</p>
    </>
  );
}

export default {
  title: 'Code',
  states: [
    { name: 'field alone', render: () => <Field label="Plain pattern" initial={PATTERN} /> },
    {
      name: 'field with an error',
      render: () => <Field label="Wrong pattern" initial="%{IP" error="Pattern: %{ has no end" />,
    },
    { name: 'field read only', render: () => <Field label="Stored pattern" initial={PATTERN} readOnly /> },
    {
      name: 'tester without a sample',
      render: () => <Field label="Pattern to try" initial="" tools={{ testPattern: answers }} />,
    },
    {
      name: 'tester with a match',
      render: () => (
        <Field label="Matching pattern" initial={PATTERN} tools={{ testPattern: answers, samples: [LINE] }} />
      ),
    },
    {
      name: 'tester with some matches',
      render: () => (
        <Field
          label="Pattern of several"
          initial="%{IP:client} %{USER:ident}"
          tools={{ testPattern: answers, samples: [LINE, OTHER, LINE.replace('.7', '.8')] }}
        />
      ),
    },
    {
      name: 'tester without a match',
      render: () => (
        <Field label="Missing pattern" initial={PATTERN} tools={{ testPattern: answers, samples: [OTHER] }} />
      ),
    },
    {
      name: 'tester with an invalid pattern',
      render: () => (
        <Field
          label="Invalid pattern"
          initial="%{IP:client"
          tools={{ testPattern: answers, samples: [LINE] }}
        />
      ),
    },
    {
      name: 'tester without an answer',
      render: () => (
        <Field label="Unanswered pattern" initial={PATTERN} tools={{ testPattern: fails, samples: [LINE] }} />
      ),
    },
    {
      name: 'block with copy',
      render: () => (
        <Copyable
          text={`curl -sS http://127.0.0.1:8080/orders -H 'content-type: application/json' -d '{"level":"info","message":"hello"}'`}
        />
      ),
    },
    { name: 'block with many lines', render: () => <CodeBlock label="Configuration" text={BEFORE} /> },
    {
      name: 'block of a long text',
      render: () => (
        <CodeBlock label="Text as it came" wrap text={`${OTHER} ${'and waited for a reply '.repeat(16)}`} />
      ),
    },
  ],
} satisfies GalleryPage;
