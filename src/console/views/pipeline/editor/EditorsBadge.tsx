import { useState } from 'react';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { counted } from '../../../../contract/values.ts';
import { useLive } from '../../../api/use-live.ts';
import { Badge } from '../../../components/widgets/status/badge.tsx';

export type OtherEditor = { name: string; isYou: boolean };

/** `Ada and 2 others are editing`; undefined without others. */
export function describeEditors(others: readonly OtherEditor[]): string | undefined {
  const names = [...new Set(others.filter(({ isYou }) => !isYou).map(({ name }) => name))];
  const [first, second, ...more] = names;
  if (first === undefined) return others.length > 0 ? 'You are editing in another window' : undefined;
  if (second === undefined) return `${first} is editing`;
  if (more.length === 0) return `${first} and ${second} are editing`;
  return `${first} and ${counted(more.length + 1, 'other')} are editing`;
}

const NOBODY: readonly OtherEditor[] = [];

/** Who else is editing the pipeline, before changes conflict. */
export function EditorsBadge({ pipeline, isEditing }: { pipeline: Pipeline; isEditing: boolean }) {
  const [others, setOthers] = useState(NOBODY);
  const { id: pipelineId, siteId } = pipeline;
  useLive({ topic: 'editors', siteId, pipelineId, isEditing }, (message) => {
    if (message.type === 'editors') setOthers(message.editors);
  });
  const said = describeEditors(others);
  return (
    <span role="status">
      {said && (
        <Badge tone="info" shape="info">
          {said}
        </Badge>
      )}
    </span>
  );
}
