/**
 * Browser script of every `.combobox`: an editable combobox with a list of suggestions, after the
 * pattern of the ARIA Authoring Practices Guide (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
 * The focus stays in the input; `aria-activedescendant` names the option the arrow keys chose.
 */
export const comboboxScript = `for (const box of document.querySelectorAll('.combobox')) {
  const input = box.querySelector('input');
  const list = box.querySelector('[role=listbox]');
  let active = -1;
  let timer = 0;
  let asked = 0;

  function close() {
    clearTimeout(timer);
    asked += 1;
    active = -1;
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  function choose(text) {
    input.value = text;
    close();
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }

  function option(text, index) {
    const item = document.createElement('li');
    item.id = list.id + '-' + index;
    item.setAttribute('role', 'option');
    item.setAttribute('aria-selected', 'false');
    item.textContent = text;
    item.addEventListener('click', () => choose(text));
    return item;
  }

  function open(suggestions) {
    close();
    if (suggestions.length === 0) return;
    list.replaceChildren(...suggestions.map(option));
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
  }

  async function suggest() {
    const turn = (asked += 1);
    const response = await fetch(box.dataset.suggest + '?q=' + encodeURIComponent(input.value));
    const { suggestions } = await response.json();
    if (turn === asked) open(suggestions);
  }

  function move(step) {
    const items = [...list.children];
    active = (active + step + items.length) % items.length;
    items.forEach((item, index) => item.setAttribute('aria-selected', String(index === active)));
    items[active].scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', items[active].id);
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(suggest, 120);
  });
  input.addEventListener('keydown', (event) => {
    if (list.hidden) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(active < 0 ? 0 : -1);
    else if (event.key === 'Enter' && active >= 0) choose(list.children[active].textContent);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  });
  input.addEventListener('blur', close);
  // Without this the input would lose the focus, and the list its options, before the click arrives.
  list.addEventListener('mousedown', (event) => event.preventDefault());
}
`;
