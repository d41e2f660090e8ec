import type { ComponentProblem } from '../../types.ts';

export const sessionRefused = (host: string, answer: string): ComponentProblem => ({
  errorName: 'RelpSessionRefused',
  message: `${host} did not open a session: ${answer}`,
  causes: ['The receiver does not take syslog messages over RELP', 'It does not permit this sender'],
  resolutions: ['Check host and port of the destination', 'Check the logs of the receiver'],
});

export const notRelp = (host: string): ComponentProblem => ({
  errorName: 'NotRelp',
  message: `What ${host} answers is not RELP`,
  causes: ['Another program listens there', 'It uses TLS and the destination does not'],
  resolutions: [
    'Check host and port of the destination',
    'For plain syslog use the destination Syslog, TCP',
    'Check the TLS settings of the destination',
  ],
});

export const sessionEnded = (host: string): ComponentProblem => ({
  errorName: 'RelpSessionEnded',
  message: `${host} ended the session; what it did not acknowledge is sent again`,
  causes: ['The receiver is stopping or restarting', 'It is not accepting messages at the moment'],
  resolutions: ['Check the logs of the receiver', 'Sending is retried automatically'],
  level: 'WARN',
});

export const messageRefused = (host: string, answer: string): ComponentProblem => ({
  errorName: 'MessageRefused',
  message: `${host} refused a message: ${answer}`,
  causes: ['The receiver could not process its content'],
  resolutions: ['Check the logs of the receiver', 'Compare the dead letter with what it expects'],
});
