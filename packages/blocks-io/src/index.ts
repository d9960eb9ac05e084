/**
 * Blocks for files, mail, sheets and storage. Everything they send or fetch goes through the engine's egress policy.
 *
 * @packageDocumentation
 */

export { ioBlocks } from './io-blocks.ts';
export { type SendEmailOptions, sendEmail } from './mail/send-email.ts';
export { type SmtpMailerOptions, smtpMailer } from './mail/smtp-mailer.ts';
export { hostAndPort, parseSmtpUrl as smtpServer, type SmtpServer } from './mail/smtp-server.ts';
