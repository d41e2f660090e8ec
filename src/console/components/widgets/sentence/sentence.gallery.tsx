import { useState } from 'react';
import type { GalleryPage } from '../gallery.ts';
import { ChoicePart, SelectPart, Sentence, TextPart } from './sentence.tsx';

const METRICS = [
  { value: 'lag', label: 'lag' },
  { value: 'fill', label: 'buffer fill' },
] as const;
const NODES = ['s3-audit-lake', 'splunk-prod', 'a-name-that-goes-on-and-on-and-on-and-on'].map((value) => ({
  value,
  label: value,
}));

function Example({
  marks = {},
}: {
  marks?: { isChanged?: boolean; isInvalid?: boolean; readOnly?: boolean };
}) {
  const [metric, setMetric] = useState<'lag' | 'fill'>('lag');
  const [text, setText] = useState('30 s');
  const [chosen, setChosen] = useState<string[]>([NODES[2]?.value ?? '']);
  return (
    <Sentence label="Rule">
      When <SelectPart label="Metric" value={metric} options={METRICS} onChange={setMetric} {...marks} /> of{' '}
      <ChoicePart
        label="Destinations"
        values={chosen}
        options={NODES}
        text={chosen.length === 1 ? (chosen[0] ?? '') : `${chosen.length} selected`}
        onChange={setChosen}
        {...marks}
      />{' '}
      is above <TextPart label="Threshold" value={text} onChange={setText} {...marks} />, fire.
    </Sentence>
  );
}

export default {
  title: 'Sentence',
  states: [
    { name: 'plain', render: () => <Example /> },
    { name: 'changed', render: () => <Example marks={{ isChanged: true }} /> },
    { name: 'invalid', render: () => <Example marks={{ isInvalid: true }} /> },
    { name: 'read-only', render: () => <Example marks={{ readOnly: true }} /> },
  ],
} satisfies GalleryPage;
