import { parentPort } from 'node:worker_threads';
import { createFilm, type Film } from './film.ts';
import type { FilmTask } from './film-maker.ts';

const films = new Map<number, Film>();

async function carryOut(task: FilmTask): Promise<number | Uint8Array> {
  const film = films.get(task.film) ?? createFilm();
  films.set(task.film, film);
  if (task.kind === 'add') return film.add(task.frame);
  films.delete(task.film);
  return film.end(task.at);
}

// One after the other: frames of a film stand in their order.
let before: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (task: FilmTask) => {
  before = before.then(async () => {
    try {
      parentPort?.postMessage({ id: task.id, value: await carryOut(task) });
    } catch (cause) {
      parentPort?.postMessage({ id: task.id, problem: String(cause) });
    }
  });
});
