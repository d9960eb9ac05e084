import { redactJpeg } from './jpeg.ts';
import { redactPng } from './png.ts';
import type { RedactTask } from './redact-picture.ts';
import { serveTasks } from './serve-tasks.ts';

serveTasks(({ picture, areas, marks, format, quality }: RedactTask) =>
  format === 'png' ? redactPng(picture, areas, marks) : redactJpeg(picture, areas, quality, marks),
);
