import type { ComponentProblem } from '../../types.ts';

export const notRelp: ComponentProblem = {
  errorName: 'RelpFrameBroken',
  message: 'What a sender sent is not RELP; the connection was closed, and messages before were taken',
  causes: [
    'The sender writes plain syslog, for which there is the source Syslog',
    'The sender uses TLS and the source does not, or the other way round',
  ],
  resolutions: ['Configure the sender to use RELP (omrelp in rsyslog)', 'Compare the TLS settings of both'],
  level: 'WARN',
};

export const sessionRefused: ComponentProblem = {
  errorName: 'RelpSessionRefused',
  message: 'A sender did not open its session as RELP requires it; the connection was closed',
  causes: [
    'The sender does not offer the command syslog',
    'The sender began with something other than open, or with something far too long',
  ],
  resolutions: ['Update the sender', 'Configure it to send syslog messages'],
  level: 'WARN',
};
