import { useEffect, useRef } from 'react';
import type { AssistantBrain } from '../../../contract/entities/assistant-endpoint.ts';
import { counted } from '../../../contract/values.ts';
import { useCall } from '../../api/use-call.ts';
import * as css from './assistant.css.ts';

function describeBrain({ kind, host, model, questionsLeft }: AssistantBrain): string {
  if (kind === 'EMBEDDED') return 'Answered on this service. Nothing is sent anywhere.';
  if (questionsLeft === 0)
    return `Your questions to ${host} of today are used up. Answered on this service; nothing is sent anywhere.`;
  return `${model} at ${host} answers. Your questions, and the names, figures and errors it asks for, are sent there. ${counted(questionsLeft, 'question')} left today.`;
}

/** Who answers, and what is sent where; read again when an answer has ended. */
export function BrainNote({ isBusy }: { isBusy: boolean }) {
  const { data, refetch } = useCall('getAssistantBrain', {}, { isSuppressed: true });
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    if (wasBusy.current && !isBusy) void refetch();
    wasBusy.current = isBusy;
  }, [isBusy, refetch]);
  if (!data) return null;
  return <p className={css.brain}>{describeBrain(data.brain)}</p>;
}
