/**
 * Artifact driver on S3.
 *
 * @packageDocumentation
 */

export { type PresignedLinksOptions, type S3ArtifactsOptions, s3Artifacts } from './s3-artifacts.ts';
