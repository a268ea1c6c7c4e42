// `data-copies`: a button that copies the text of the element of this id. Without a script there is no button, and one
// click selects the text.
if (navigator.clipboard)
  for (const button of document.querySelectorAll("button[data-copies]")) {
    const name = button.textContent;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = name;
      }, 2000);
    });
    button.hidden = false;
  }
